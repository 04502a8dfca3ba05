/**
 * What a process remembers of its customers from one transaction to the next: their catalogue, their clock (decision 16).
 *
 * Read before every set of orders, changed a few times a day. A transaction that may guess takes a fact from memory and
 * stands only if nothing that is remembered of this customer has changed when it takes the commit counter
 * (`Tx.relyOn`); else it runs again and reads. Whoever changes such a fact says so (`Tx.changeFacts`).
 */
import { texts } from './db/arrays.ts';
import type { Reader, Tx } from './db/db.ts';

/** Names a fact of a customer; what it is of (items, the clock) is the source's. */
export interface FactKey {
  readonly customerNo: string;
  readonly name: string;
}

/** Where facts of one kind are read. */
export interface FactSource<Fact> {
  readonly kind: string;
  /** The facts by `factText`, as they stand; keys without a fact are left out. */
  read(reader: Reader, keys: readonly FactKey[]): Promise<Map<string, Fact>>;
  /** False for what is read anew each time: what a caller is refused for must be so now. */
  readonly isKept?: (fact: Fact) => boolean;
}

export const factText = (key: FactKey): string => `${key.customerNo}\n${key.name}`;

interface Remembered {
  /** `commit_counters.facts` when these were so. */
  version: number;
  readonly facts: Map<string, unknown>;
}

/** Facts that a process keeps of a database; the customers that it has known longest make room. */
const mostFacts = 100_000;

class Memory {
  readonly #customers = new Map<string, Remembered>();
  #count = 0;

  of(customerNo: string): Remembered | undefined {
    return this.#customers.get(customerNo);
  }

  forget(customerNo: string): void {
    this.#count -= this.#customers.get(customerNo)?.facts.size ?? 0;
    this.#customers.delete(customerNo);
  }

  keep(customerNo: string, version: number, name: string, fact: unknown): void {
    if (this.#customers.get(customerNo)?.version !== version) this.forget(customerNo);
    let known = this.#customers.get(customerNo);
    if (known === undefined) {
      known = { version, facts: new Map() };
      this.#customers.set(customerNo, known);
    }
    this.#count -= known.facts.size;
    known.facts.set(name, fact);
    this.#count += known.facts.size;
    for (const oldest of this.#customers.keys()) {
      if (this.#count <= mostFacts) break;
      this.forget(oldest);
    }
  }
}

const memories = new WeakMap<Reader, Memory>();

function memoryOf({ database }: Reader): Memory {
  let memory = memories.get(database);
  if (memory === undefined) {
    memory = new Memory();
    memories.set(database, memory);
  }
  return memory;
}

/**
 * The facts under these keys, by `factText`; those that do not exist are left out. On a first run they may come from memory,
 * and then nothing is asked of the database.
 */
export async function recall<Fact>(
  tx: Tx,
  source: FactSource<Fact>,
  keys: readonly FactKey[],
): Promise<ReadonlyMap<string, Fact>> {
  const memory = memoryOf(tx);
  const customers = [...new Set(keys.map((key) => key.customerNo))];
  if (!tx.mayGuess) {
    for (const customerNo of customers) memory.forget(customerNo);
    return source.read(tx, keys);
  }
  const nameOf = (key: FactKey) => `${source.kind}\n${key.name}`;
  const recalled = new Map<string, Fact>();
  let isWhole = true;
  for (const key of keys) {
    const text = factText(key);
    if (recalled.has(text)) continue;
    const fact = memory.of(key.customerNo)?.facts.get(nameOf(key)) as Fact | undefined;
    if (fact === undefined) isWhole = false;
    else recalled.set(text, fact);
  }
  if (isWhole) {
    for (const customerNo of customers) tx.relyOn(customerNo, (memory.of(customerNo) as Remembered).version);
    return recalled;
  }
  // The version first: what changes in between is then remembered under a version that is over.
  const [versions, facts] = await Promise.all([readVersions(tx, customers), source.read(tx, keys)]);
  for (const key of keys) {
    const fact = facts.get(factText(key));
    const version = versions.get(key.customerNo);
    if (fact === undefined || version === undefined || source.isKept?.(fact) === false) continue;
    memory.keep(key.customerNo, version, nameOf(key), fact);
  }
  return facts;
}

async function readVersions(tx: Tx, customerNos: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ customer_no: string; facts: number }>(
    'select customer_no, facts from commit_counters where customer_no = any ($1::text[])',
    [texts(customerNos, (customerNo) => customerNo)],
  );
  return new Map(rows.map((row) => [row.customer_no, row.facts]));
}
