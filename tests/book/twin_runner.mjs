// Answers, line by line, what the twin of an explorer gives: {module, settings} in, {view} or {error} out.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const plain = (key, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);

for await (const line of createInterface({ input: process.stdin })) {
  const { module, name, args } = JSON.parse(line);
  let answer;
  try {
    const twin = await import(pathToFileURL(module));
    answer = { value: twin[name](...args) };
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(JSON.stringify(answer, plain) + "\n");
}
