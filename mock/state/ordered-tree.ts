/** Functions that compare and add up the entries of a tree. */
export interface TreeRules<Entry, Sum> {
  /** Compares two entries like a callback of `sort`. Never returns 0 for two entries of one tree. */
  compare(a: Entry, b: Entry): number;
  readonly zero: Sum;
  sumOf(entry: Entry): Sum;
  add(a: Sum, b: Sum): Sum;
}

/** Nodes and entries never change, so the sums stay correct. */
interface Node<Entry, Sum> {
  readonly entry: Entry;
  /** At least as high as the descendants' priorities. Priorities are pseudo-random, which keeps the tree balanced. */
  readonly priority: number;
  readonly left: Node<Entry, Sum> | undefined;
  readonly right: Node<Entry, Sum> | undefined;
  /** The sum of the entry and all entries below it. */
  readonly sum: Sum;
}

type Tree<Entry, Sum> = Node<Entry, Sum> | undefined;

/**
 * A sorted collection (a treap). `add`, `delete` and `sumBefore` take logarithmic time, as does the start of `from`.
 *
 * It is written by hand, because B-trees such as sorted-btree keep no sums, and arrays would take linear time.
 */
export class OrderedTree<Entry, Sum> {
  readonly #rules: TreeRules<Entry, Sum>;
  #root: Tree<Entry, Sum>;
  #lastPriority = 0;

  constructor(rules: TreeRules<Entry, Sum>) {
    this.#rules = rules;
  }

  get sum(): Sum {
    return this.#sumOf(this.#root);
  }

  add(entry: Entry): void {
    const [before, after] = this.#split(this.#root, (other) => this.#rules.compare(other, entry) < 0);
    const added = this.#node({ entry, priority: this.#nextPriority() }, undefined, undefined);
    this.#root = this.#join(this.#join(before, added), after);
  }

  /** Deletes the entry that compares as equal to `entry`, if the tree has such an entry. */
  delete(entry: Entry): void {
    const [before, rest] = this.#split(this.#root, (other) => this.#rules.compare(other, entry) < 0);
    const [, after] = this.#split(rest, (other) => this.#rules.compare(other, entry) <= 0);
    this.#root = this.#join(before, after);
  }

  sumBefore(entry: Entry): Sum {
    const { zero, add, sumOf, compare } = this.#rules;
    let before = zero;
    for (let node = this.#root; node; ) {
      const isBefore = compare(node.entry, entry) < 0;
      if (isBefore) before = add(add(before, this.#sumOf(node.left)), sumOf(node.entry));
      node = isBefore ? node.right : node.left;
    }
    return before;
  }

  /** Returns the entries whose own sum passes, in order. Skips every subtree whose total sum does not pass. */
  filter(passes: (sum: Sum) => boolean): Entry[] {
    return this.#filter(this.#root, passes);
  }

  /** Yields the entries and the sum before each. Starts with the first entry whose running sum passes. */
  *from(passes: (sum: Sum) => boolean): Generator<readonly [entry: Entry, before: Sum]> {
    const { zero, add, sumOf } = this.#rules;
    const path: Node<Entry, Sum>[] = [];
    // The sum of all entries before the subtree `next`.
    let before = zero;
    for (let next = this.#root; next || path.length > 0; ) {
      const upTo = add(before, this.#sumOf(next));
      if (next && passes(upTo)) {
        path.push(next);
        next = next.left;
      } else {
        before = upTo;
        const node = path.pop();
        if (!node) return;
        const upToNode = add(before, sumOf(node.entry));
        if (passes(upToNode)) yield [node.entry, before];
        before = upToNode;
        next = node.right;
      }
    }
  }

  #filter(tree: Tree<Entry, Sum>, passes: (sum: Sum) => boolean): Entry[] {
    if (!tree || !passes(tree.sum)) return [];
    const own = passes(this.#rules.sumOf(tree.entry)) ? [tree.entry] : [];
    return [...this.#filter(tree.left, passes), ...own, ...this.#filter(tree.right, passes)];
  }

  #split(tree: Tree<Entry, Sum>, isBefore: (entry: Entry) => boolean): [Tree<Entry, Sum>, Tree<Entry, Sum>] {
    if (!tree) return [undefined, undefined];
    if (isBefore(tree.entry)) {
      const [before, after] = this.#split(tree.right, isBefore);
      return [this.#node(tree, tree.left, before), after];
    }
    const [before, after] = this.#split(tree.left, isBefore);
    return [before, this.#node(tree, after, tree.right)];
  }

  /** Joins two trees. All entries of `left` must come before those of `right`. */
  #join(left: Tree<Entry, Sum>, right: Tree<Entry, Sum>): Tree<Entry, Sum> {
    if (!left || !right) return left ?? right;
    if (left.priority > right.priority) return this.#node(left, left.left, this.#join(left.right, right));
    return this.#node(right, this.#join(left, right.left), right.right);
  }

  #node(
    { entry, priority }: Pick<Node<Entry, Sum>, 'entry' | 'priority'>,
    left: Tree<Entry, Sum>,
    right: Tree<Entry, Sum>,
  ): Node<Entry, Sum> {
    const { add, sumOf } = this.#rules;
    const sum = add(add(this.#sumOf(left), sumOf(entry)), this.#sumOf(right));
    return { entry, priority, left, right, sum };
  }

  #sumOf(tree: Tree<Entry, Sum>): Sum {
    return tree ? tree.sum : this.#rules.zero;
  }

  /** Returns the next number of a linear congruential generator, so that the same changes produce the same tree. */
  #nextPriority(): number {
    this.#lastPriority = (Math.imul(this.#lastPriority, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#lastPriority;
  }
}
