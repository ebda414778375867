import { ANY_RENDERERS } from "@myst-theme/anywidget";
import { createRoot } from "react-dom/client";

const page = await (await fetch("content/index.json")).json();
const widgets = page.mdast.children.flatMap((block) =>
  block.children.filter((node) => node.type === "anywidget"),
);
createRoot(document.querySelector("main")).render(
  <>
    <h1>{page.frontmatter.title}</h1>
    {widgets.map((node) => (
      <ANY_RENDERERS.anywidget key={node.key} node={node} />
    ))}
  </>,
);
