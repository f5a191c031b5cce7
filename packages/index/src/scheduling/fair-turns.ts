import type { Caller } from "./caller.ts";

export interface TurnBounds {
  /** Works at the same time, of all owners. */
  readonly atWork: number;
  /** The same of one owner; fewer, so that there is always room for another. */
  readonly atWorkPerOwner: number;
}

interface Waiting {
  /** Works of an owner go on by this, the lowest first. */
  readonly rank: number;
  readonly admit: () => void;
}

interface Owner {
  /** By rank, the lowest one last: that is where one is taken from. */
  readonly line: Waiting[];
  atWork: number;
  /** Milliseconds that its works have taken, beginning with what the others had when it came. */
  used: number;
}

/** For so many milliseconds that a caller has used, one of the same owner that began after it goes first. */
const MS_PER_OVERTAKING = 5;
/** And no more than so many: what is long comes to its end as well. */
const MOST_OVERTAKING = 50;

/**
 * Who works next, where many want to: of those who wait, the owner whose works have taken the least time so far, and of
 * its callers the one that began first, unless it has used so much that those who came soon after it are let through. So a
 * key with a thousand long works gets no more than one with a few short ones, and its own short ones don't stand behind its
 * long ones. An owner without work is forgotten as soon as it has used no more than the others.
 */
export class FairTurns {
  readonly #bounds: TurnBounds;
  readonly #now: () => number;
  readonly #owners = new Map<string, Owner>();
  /** Milliseconds that a caller's works have taken. */
  readonly #usedBy = new WeakMap<Caller, number>();
  #atWork = 0;
  #waiting = 0;
  #isAdmitting = false;
  /** What the owner had used that was served last: who comes now begins there, with no more rights than those who wait. */
  #level = 0;

  constructor(bounds: TurnBounds, now: () => number = () => performance.now()) {
    this.#bounds = bounds;
    this.#now = now;
  }

  /** Works that wait, of all. */
  get waiting(): number {
    return this.#waiting;
  }

  waitingOf(owner: string): number {
    return this.#owners.get(owner)?.line.length ?? 0;
  }

  /**
   * Calls `begin`, at once or when the turn has come, with what is to be called when the work has ended. Returns what takes
   * back the wish, until then.
   */
  take(caller: Caller, begin: (end: () => void) => void): () => void {
    const owner = this.#ownerOf(caller.owner);
    const overtaking = Math.min((this.#usedBy.get(caller) ?? 0) / MS_PER_OVERTAKING, MOST_OVERTAKING);
    const waiting: Waiting = { rank: caller.since + overtaking, admit: () => begin(this.#start(caller, owner)) };
    addByRank(owner.line, waiting);
    this.#waiting += 1;
    this.#admit();
    return () => this.#withdraw(caller.owner, owner, waiting);
  }

  #ownerOf(name: string): Owner {
    const known = this.#owners.get(name);
    if (known !== undefined) return known;
    for (const [other, idle] of this.#owners) this.#forgetIdle(other, idle);
    const owner: Owner = { line: [], atWork: 0, used: this.#level };
    this.#owners.set(name, owner);
    return owner;
  }

  #admit(): void {
    // A work may end before its beginning has returned: the loop goes on then, and not deeper.
    if (this.#isAdmitting) return;
    this.#isAdmitting = true;
    try {
      this.#admitAll();
    } finally {
      this.#isAdmitting = false;
    }
  }

  #admitAll(): void {
    while (this.#atWork < this.#bounds.atWork) {
      const owner = this.#next();
      if (owner === undefined) return;
      const next = owner.line.pop()!;
      this.#waiting -= 1;
      this.#atWork += 1;
      owner.atWork += 1;
      this.#level = Math.max(this.#level, owner.used);
      next.admit();
    }
  }

  #next(): Owner | undefined {
    let next: Owner | undefined;
    for (const owner of this.#owners.values()) {
      if (owner.line.length === 0 || owner.atWork >= this.#bounds.atWorkPerOwner) continue;
      if (next === undefined || owner.used < next.used) next = owner;
    }
    return next;
  }

  #start(caller: Caller, owner: Owner): () => void {
    const startedAt = this.#now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const used = this.#now() - startedAt;
      owner.used += used;
      this.#usedBy.set(caller, (this.#usedBy.get(caller) ?? 0) + used);
      owner.atWork -= 1;
      this.#atWork -= 1;
      this.#forgetIdle(caller.owner, owner);
      this.#admit();
    };
  }

  #withdraw(name: string, owner: Owner, waiting: Waiting): void {
    const place = owner.line.indexOf(waiting);
    if (place < 0) return;
    owner.line.splice(place, 1);
    this.#waiting -= 1;
    this.#forgetIdle(name, owner);
  }

  /** Who comes back at once shall not have the same rights again: that it has used more than others is kept. */
  #forgetIdle(name: string, owner: Owner): void {
    if (owner.line.length === 0 && owner.atWork === 0 && owner.used <= this.#level) this.#owners.delete(name);
  }
}

/** Among hundreds that wait in order most come last, so the place is looked for from the end that is young. */
const addByRank = (line: Waiting[], waiting: Waiting): void => {
  let place = 0;
  while (place < line.length && line[place]!.rank > waiting.rank) place += 1;
  line.splice(place, 0, waiting);
};
