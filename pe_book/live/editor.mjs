// The editor of a live cell: CodeMirror with what Python needs and no more.

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  ifNotIn,
} from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  indentWithTab,
} from "@codemirror/commands";
import { globalCompletion, localCompletionSource, pythonLanguage } from "@codemirror/lang-python";
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, tooltips } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";

// The classes of Pygments, which colors the code that cannot be edited: one look in both themes.
const COLORS = tagHighlighter([
  { tag: tags.comment, class: "c1" },
  { tag: tags.string, class: "s2" },
  { tag: tags.special(tags.string), class: "sa" },
  { tag: tags.escape, class: "se" },
  { tag: tags.number, class: "mi" },
  { tag: [tags.bool, tags.null], class: "kc" },
  { tag: tags.operatorKeyword, class: "ow" },
  { tag: tags.moduleKeyword, class: "kn" },
  { tag: tags.keyword, class: "k" },
  { tag: tags.function(tags.definition(tags.variableName)), class: "nf" },
  { tag: tags.definition(tags.className), class: "nc" },
  { tag: tags.operator, class: "o" },
]);

const setMark = StateEffect.define();
const WRONG = Decoration.line({ class: "pe-wrong-line" });
const mark = StateField.define({
  create: () => Decoration.none,
  update(found, change) {
    for (const effect of change.effects) {
      if (effect.is(setMark))
        return effect.value ? Decoration.set(WRONG.range(effect.value.from)) : Decoration.none;
    }
    return change.docChanged ? Decoration.none : found;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Complete what pe_lib exports, after its name and a point; `names` are its functions' signatures. */
function completions(names) {
  const options = Object.entries(names).map(([label, detail]) => ({
    label: `pe_lib.${label}`,
    detail,
    type: "function",
  }));
  const library = ifNotIn(["String", "FormatString", "Comment"], (context) => {
    const typed = context.matchBefore(/\bpe_?\w*(?:\.\w*)?/);
    return typed && { from: typed.from, options, validFor: /^pe_?\w*(?:\.\w*)?$/ };
  });
  return [library, localCompletionSource, globalCompletion].map((autocomplete) =>
    pythonLanguage.data.of({ autocomplete }),
  );
}

const byHand = (change) => ["input", "delete", "move"].some((kind) => change.isUserEvent(kind));

/**
 * Put an editor into `parent`. `changed(typed)` follows each change, `typed` if a hand made it;
 * `run()` is asked for by Shift+Enter and by Ctrl+Enter. `names` of the library are completed. Until
 * the code or the width changes it is at least `height` pixels high: CodeMirror guesses how many rows a
 * line takes that has not been on the screen, and would move what is below.
 */
export function edit(parent, code, { label, describedBy, names, height, changed, run }) {
  const command = () => {
    run();
    return true;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: code,
      extensions: [
        keymap.of([
          { key: "Shift-Enter", run: command },
          { key: "Mod-Enter", run: command },
          { key: "Ctrl-Enter", run: command },
          indentWithTab, // Escape and then Tab leaves the editor: CodeMirror's own way
          ...closeBracketsKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        history(),
        pythonLanguage,
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ icons: false }),
        // Outside of the sections, each of which would cover what hangs out of the one before it.
        tooltips({ parent: parent.closest("article") }),
        completions(names),
        syntaxHighlighting(COLORS),
        mark,
        EditorView.contentAttributes.of({
          "aria-label": label,
          "aria-describedby": describedBy,
          tabindex: "0",
          autocapitalize: "off",
          autocorrect: "off",
          spellcheck: "false",
        }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          letHeightGo();
          changed(update.transactions.some(byHand));
        }),
      ],
    }),
  });
  view.dom.style.minHeight = `${height}px`;
  // Not at a resize of the window: on a phone that is also a bar of the browser, which comes and goes.
  const { clientWidth } = parent;
  const width = new ResizeObserver(() => parent.clientWidth !== clientWidth && letHeightGo());
  width.observe(parent);
  function letHeightGo() {
    view.dom.style.minHeight = "";
    width.disconnect();
  }
  return {
    get code() {
      return view.state.doc.toString();
    },
    /** Replace all, as a step that undo takes back. */
    set code(text) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: 0 },
      });
    },
    /** Mark a line, counted from 1; 0 takes the mark away. */
    mark(line) {
      const fits = line > 0 && line <= view.state.doc.lines;
      view.dispatch({ effects: setMark.of(fits ? view.state.doc.line(line) : null) });
    },
    /** Close the list of completions, also one that is still to come. */
    closeCompletion: () => closeCompletion(view),
    /** Move the lines of the selection by one step to the right, or back to the left. */
    indent: (more) => (more ? indentMore : indentLess)(view),
    focus: () => view.focus(),
  };
}
