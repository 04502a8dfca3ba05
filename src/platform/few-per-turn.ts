/**
 * Spreads many short tasks over turns of the event loop, so that what becomes due at once (the replies to a batch of orders, the
 * rejections of a burst of requests) does not make one long turn in which nothing else is answered (decision 36).
 */
export class FewPerTurn {
  readonly #perTurn: number;
  /** In their order; those before `#next` have run. */
  #waiting: (() => void)[] = [];
  #next = 0;
  #ranInTurn = 0;
  #isTurnTimed = false;

  /** `perTurn`: how many tasks a turn runs at most, as long as fewer than four times as many wait. */
  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Runs the task now, or in one of the next turns when enough have run in this one. Tasks run in their order and must not throw. */
  run(task: () => void): void {
    this.#timeTurn();
    if (this.#waiting.length === 0 && this.#ranInTurn < this.#perTurn) {
      this.#ranInTurn += 1;
      task();
    } else {
      this.#waiting.push(task);
    }
  }

  #timeTurn(): void {
    if (this.#isTurnTimed) return;
    this.#isTurnTimed = true;
    setImmediate(() => {
      this.#isTurnTimed = false;
      this.#ranInTurn = 0;
      this.#runWaiting();
    });
  }

  #runWaiting(): void {
    const remaining = this.#waiting.length - this.#next;
    if (remaining === 0) return;
    this.#timeTurn();
    // A quarter of them where many wait: the wait stays short, whatever the load.
    const count = Math.min(remaining, Math.max(this.#perTurn, Math.ceil(remaining / 4)));
    for (let i = 0; i < count; i += 1) this.#waiting[this.#next + i]?.();
    this.#next += count;
    this.#ranInTurn = count;
    if (this.#next < this.#waiting.length) return;
    this.#waiting = [];
    this.#next = 0;
  }
}
