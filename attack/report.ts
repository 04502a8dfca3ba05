/** Counts and findings of a campaign. A finding is anything that must never happen; equal findings are counted. */

export interface Finding {
  /** The phase: a kind of fault, `load`, `ledger`, `verify`, `restart`, `stop` or `campaign`. */
  readonly during: string;
  readonly message: string;
  /** Where to look: request, response, log file. */
  readonly details: readonly string[];
  readonly times: number;
}

const maxDetails = 3;

export class Report {
  readonly #counts = new Map<string, number>();
  readonly #findings = new Map<string, { during: string; message: string; details: string[]; times: number }>();
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** One line about the progress. */
  progress(line: string): void {
    this.#print(line);
  }

  count(what: string, by = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  /** Keeps the largest value. */
  maximum(what: string, value: number): void {
    this.#counts.set(what, Math.max(this.#counts.get(what) ?? 0, Math.round(value)));
  }

  /** `message` names the kind of failure without identifiers, so that equal failures add up; `detail` has those. */
  finding(during: string, message: string, detail = ''): void {
    const key = `${during}\n${message}`;
    const known = this.#findings.get(key) ?? { during, message, details: [], times: 0 };
    known.times += 1;
    if (detail !== '' && known.details.length < maxDetails) known.details.push(detail);
    if (!this.#findings.has(key))
      this.#print(`FOUND (${during}): ${message}${detail === '' ? '' : `\n      ${detail}`}`);
    this.#findings.set(key, known);
  }

  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  /** The counts, sorted by name. */
  get counts(): readonly (readonly [string, number])[] {
    return [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
