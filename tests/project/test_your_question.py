"""Each question of readers has an answer with a link; the words that bring them are explained."""

import re
from pathlib import Path

import pytest
from sphinx.search.en import SearchEnglish

from tests.claims.prose import source

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "pages/your_question.md").read_text(encoding="utf-8")
ANSWERS = re.findall(r"(?ms)^\*\*(.+?)\*\*(.+?)(?=^\*\*|^## |\Z)", PAGE)
LINKS = sorted(set(re.findall(r"\]\(([^)#]+)(?:#([^)]+))?\)", PAGE)))
#: The words of tutorials, and where the book explains them.
WORDS = {
    "div_term": "05_loop_and_vectorized",
    "batch_first": "05_loop_and_vectorized",
    "register_buffer": "05_loop_and_vectorized",
    "max_len": "05_loop_and_vectorized",
    "dropout": "05_loop_and_vectorized",
    "LayerNorm": "06_inside_a_transformer",
    "class token": "10_positions_elsewhere",
    "inv_freq": "09_positions_in_practice",
    "position_ids": "09_positions_in_practice",
}

#: What reporters of bugs type, by the report: the search finds the page of questions by it.
REPORTS = {
    "tanjimin/C.Origami#42": "pe x.size(0) batch axis positional encoding",
    "huggingface/transformers#14243": "padding_idx offset 2",
    "kohya-ss/sd-scripts#1187": "flip_sin_to_cos timestep embedding",
    "gc-os-ai/pyaptamer#607": "odd d_model shape mismatch",
    "jadore801120/attention-is-all-you-need-pytorch#32": "np.power 10000 2 i d_model",
    "SamLynnEvans/Transformer#25": "positional encoder cos 2 * (i + 1) d_model",
    "codertimo/BERT-pytorch#18": "div_term arange float all ones",
    "Kyubyong/transformer#81": "position encoding integer division zero",
    "goodfire-ai/spd#88": "positional encoding multiply or divide",
    "DiffPoseTalk/DiffPoseTalk#20": "pe x.shape[1] colon missing",
    "ml-explore/mlx-lm#1553": "dynamic NTK factor positions doubled scale",
    "baidu/ERNIE-Image#6": "freqs_cis interleaved rotate_half mismatch",
    "flashinfer-ai/flashinfer#3819": "timestep embedding sin cos halves swapped",
    "EleutherAI/gpt-neox#1016": "rotary bfloat16 positions 257",
    "paiml/aprender#2143": "alibi slope off by one",
    "zju3dv/LoFTR#41": "math.log 10000.0 d_model parentheses",
    "facebookresearch/fairseq": "half_dim - 1",
    "huggingface/transformers#25199": "permute q_proj k_proj llama",
    "a layout in general": "rotate_half interleaved",
    "a flag of vLLM": "is_neox_style",
    "a warning of a tokenizer": "Token indices sequence length is longer",
    "a missing base": "KeyError rope_theta",
    "padding in a batch": "left padding generate wrong output",
    "a model in 16 bits": "bfloat16 rope precision",
    "a full context": "shift KV cache rope",
    "ALiBi in a kernel": "alibi flex_attention score_mod",
    "a prompt in chunks": "chunked prefill positions",
    "a speculator": "speculative decoding draft positions",
    "lyogavin/airllm#368": "rope_theta ignored",
    "EleutherAI/gpt-neox#1003": "inv_freq bfloat16 positions",
    "EleutherAI/gpt-neox#1003, in float16": "model.half inv_freq rounding",
    "mlfoundations/open_lm#4": "rotary embeddings wrong seq_dim heads",
    "vllm-project/vllm#41236": "dynamic NTK base seq_len",
    "jquesnelle/yarn#60": "yarn mscale attention_factor",
    "huggingface/transformers#45902": "to_empty inv_freq uninitialized",
    "huggingface/transformers#29807": "post_init overwrites sinusoidal positions",
    "skyzh/tiny-llm#46": "kv cache offset twice",
    "unslothai/unsloth#3699": "left padding batched generation position_ids",
    "huggingface/nanoVLM#201": "packed documents attention leak",
    "ml-explore/mlx#343": "alibi slopes number of heads power of two",
    "lucidrains/x-transformers#10": "relative_position_bucket T5 bidirectional",
    "huggingface/transformers#41380": "swap height and width grid",
    "facebookresearch/mae#18": "meshgrid indexing width height",
    "a learned table that ends": "max_len index out of range",
    "interpolation of a checkpoint": "interpolate_pos_encoding bicubic",
    "JJJYmmm/Multimodal-RoPEs#3": "mrope_section position_ids Qwen2-VL",
    "bmild/nerf#12": "NeRF factor pi missing",
    "signs of Laplacian eigenvectors": "laplacian eigenvectors sign",
    "espnet/espnet#2816": "rel_shift conformer relative position",
}


def anchor(heading: str) -> str:
    """Return the address of a heading on its page."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize(("question", "answer"), ANSWERS, ids=[asked for asked, _ in ANSWERS])
def test_a_question_has_a_short_answer_with_a_link(question, answer):
    text = re.sub(r"\]\([^)]*\)", "]", answer)
    assert question.rstrip().endswith("?")
    assert "](" in answer
    assert len(text.split()) < 70


@pytest.mark.parametrize(("page", "place"), LINKS)
def test_a_link_leads_to_a_section_that_is_there(page, place):
    target = ROOT / "pages" / page
    assert target.is_file()
    if place:
        headings = re.findall(r"(?m)^#{2,4} (.+)$", source(target))
        assert [anchor(heading) for heading in headings].count(place) == 1


def stems(text: str) -> set[str]:
    """Return what Sphinx's search keeps of a text."""
    language = SearchEnglish({})
    words = (word.lower() for word in language.split(text))
    return {language.stem(word) for word in words if language.word_filter(word)}


@pytest.mark.parametrize("report", REPORTS)
def test_a_report_is_found_by_its_own_words(report):
    """The search shows a page that has all words of what is asked."""
    assert stems(REPORTS[report]) <= stems(PAGE)


@pytest.mark.parametrize("word", WORDS)
def test_a_word_of_tutorials_is_in_the_text_of_its_chapter_and_in_the_glossary(word):
    assert word.lower() in source(ROOT / f"chapters/{WORDS[word]}.ipynb").lower()
    assert word.lower() in (ROOT / "pages/glossary.md").read_text(encoding="utf-8").lower()
