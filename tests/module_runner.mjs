// Answers, line by line, what a function of a module returns: {module, name, args} in, {value} or {error} out.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const arraysAsLists = (_key, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);

for await (const line of createInterface({ input: process.stdin })) {
  const { module, name, args } = JSON.parse(line);
  let answer;
  try {
    const imported = await import(pathToFileURL(module));
    // What an explorer has to fetch before it can answer.
    if (name === "update") await imported.prepare?.(...args);
    answer = { value: await imported[name](...args) };
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(JSON.stringify(answer, arraysAsLists) + "\n");
}
