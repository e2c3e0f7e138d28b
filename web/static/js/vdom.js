/** A tiny virtual tree: a page is a pure function of the state, and `patch` keeps every node that
 * stays. Handlers are not part of the tree; pages listen once and look at `data-do`. */

const SVG = "http://www.w3.org/2000/svg";
const shown = new WeakMap();
let entering = false;

/** From now on new nodes with `enter` may move in; what the page began with stands still. */
export function moveIn() {
  entering = true;
}

/** A node. Children may nest; null and false are left out. `key` keeps identity among
 * siblings; an `own` node looks after its children itself. */
export const h = (tag, props, ...children) => ({
  tag,
  props: props ?? {},
  children: children
    .flat(Infinity)
    .filter((c) => c !== null && c !== undefined && c !== false && c !== "")
    .map((c) => (typeof c === "object" ? c : String(c))),
});

/** Make the children of `parent` look like `wanted`. */
export function patch(parent, wanted) {
  const keyed = new Map();
  const loose = [];
  for (const node of parent.childNodes) {
    const key = shown.get(node)?.props?.key;
    if (key === undefined) loose.push(node);
    else keyed.set(key, node);
  }
  const nodes = wanted.map((v) => {
    const node = reuse(v, keyed, loose);
    if (!node) return create(v, parent.namespaceURI);
    update(node, v);
    return node;
  });
  const keep = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!keep.has(node)) node.remove();
  nodes.forEach((node, at) => {
    if (parent.childNodes[at] !== node) parent.insertBefore(node, parent.childNodes[at] ?? null);
  });
}

function reuse(v, keyed, loose) {
  if (v.props?.key !== undefined) {
    const node = keyed.get(v.props.key);
    return node && shown.get(node).tag === v.tag ? node : null;
  }
  const at = loose.findIndex((node) => sameKind(node, v));
  return at < 0 ? null : loose.splice(at, 1)[0];
}

function sameKind(node, v) {
  if (typeof v === "string") return node.nodeType === Node.TEXT_NODE;
  const old = shown.get(node);
  return old !== undefined && old.tag === v.tag && role(old) === role(v);
}

/** The first word of its class says what a node is; one of another role is another node. */
const role = ({ props }) => props.class?.split(" ", 1)[0];

function create(v, space) {
  if (typeof v === "string") return document.createTextNode(v);
  const inner = v.tag === "svg" ? SVG : space;
  const node = inner === SVG ? document.createElementNS(SVG, v.tag) : document.createElement(v.tag);
  shown.set(node, { tag: v.tag, props: {}, children: [] });
  update(node, v);
  return node;
}

function update(node, v) {
  if (typeof v === "string") {
    if (node.data !== v) node.data = v;
    return;
  }
  const old = shown.get(node).props;
  for (const name of Object.keys(old)) if (!(name in v.props)) set(node, name, null, old[name]);
  for (const [name, value] of Object.entries(v.props))
    if (old[name] !== value) set(node, name, value, old[name]);
  shown.set(node, v);
  if (!v.props.own) patch(node, v.children);
}

function set(node, name, value, old) {
  if (name === "key" || name === "own") return;
  if (name === "enter") {
    if (entering && value) node.dataset.enter = value;
    return;
  }
  if (name === "style") {
    for (const property of Object.keys(old ?? {}))
      if (!value || !(property in value)) node.style.removeProperty(property);
    for (const [property, text] of Object.entries(value ?? {}))
      node.style.setProperty(property, text);
  } else if (name === "value" || name === "checked") {
    if (node[name] !== value) node[name] = value;
  } else if (name.startsWith("aria-") && typeof value === "boolean") {
    node.setAttribute(name, String(value));
  } else if (value === null || value === undefined || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}
