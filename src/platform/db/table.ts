/**
 * Table descriptors: the columns of a table, written down once, and the statements derived from them.
 *
 * Each statement takes many rows. Its text is built once, when the module is loaded, so it is prepared once per connection.
 * Writes, except `insertMissing`, are sent without waiting for their result (`Tx.send`): a failure fails the transaction.
 */
import { type Columns, column, columnName, type NewRowOf, type RowOf } from './columns.ts';
import { createCopyTarget } from './copy.ts';
import { createRowSetSql } from './row-set-sql.ts';
import { tablePlacementOf } from './table-placement.ts';
import type { CommitNumbered, CommitNumberedWriter, DbReader, Tx } from './transaction.ts';

/** Writes rows; no statement for no rows. */
type Write<Row> = (tx: Pick<Tx, 'send' | 'copy' | 'shards'>, rows: readonly Row[]) => void;

/** A row of some columns, as it is written. */
type NewRow<C extends Columns, Name extends keyof C> = NewRowOf<Pick<C, Name>>;

/** Columns that a row may lack. */
type IfGiven<C extends Columns, Name extends keyof C> = { readonly [N in Name]?: RowOf<C>[N] | undefined };

/** Columns that are changed, by how. */
interface Changes<Assigned, Kept, Added, Appended> {
  readonly set?: readonly Assigned[];
  /** Columns that keep their value where the row has none. */
  readonly setIfGiven?: readonly Kept[];
  /** Numbers that are added to those of the table. */
  readonly add?: readonly Added[];
  /** Arrays that are appended to those of the table. */
  readonly append?: readonly Appended[];
}

interface Condition<By> {
  /** The columns that a given row is found by; by default the primary key. */
  readonly by?: readonly By[];
  /** A further condition, in which the table is `t`. */
  readonly where?: string;
}

interface ReadOptions<By, Read> extends Condition<By> {
  /** The columns that are read; by default all. */
  readonly columns?: readonly Read[];
  /** Expressions that are read in place of columns, by their property; the table is `t` in them. */
  readonly expressions?: Readonly<Record<string, string>>;
  /** Columns of table `t`; by default the primary key. */
  readonly orderBy?: string;
}

/** Gives rows their commit number: `seq` names the columns that hold it. */
interface Numbering<Seq> {
  readonly seq: readonly Seq[];
}

/**
 * The descriptor of a table. Most methods (`find`, `update`, `upsert`, …) return a function that runs the derived statement for many rows;
 * call them when the module is loaded.
 */
export class Table<C extends Columns, Key extends keyof C & string> {
  readonly name: string;
  readonly columns: C;
  readonly #key: readonly Key[];
  /** Where tables are distributed, its rows are on the nodes of their customers. */
  readonly #isOfCustomers: boolean;
  readonly #properties: readonly (keyof C & string)[];
  readonly #decoders: readonly { readonly property: string; readonly read: Columns[string]['read'] }[];

  /** `key`: the properties of the primary key, in its order. */
  constructor(name: string, columns: C, key: readonly Key[]) {
    this.name = name;
    this.columns = columns;
    this.#key = key;
    this.#isOfCustomers = tablePlacementOf(name, 'customerNo' in columns) === 'distributed';
    this.#properties = Object.keys(columns);
    this.#decoders = this.#properties.flatMap((property) => {
      const { read, isOptional } = this.#column(property);
      return read === undefined && !isOptional ? [] : [{ property, read }];
    });
  }

  /** `t.customer_no as "customerNo", …`: the columns of a statement that `rows` runs. */
  select(
    alias: string,
    properties: readonly (keyof C & string)[] = this.#properties,
    expressions: Readonly<Record<string, string>> = {},
  ): string {
    return properties
      .map((property) => `${expressions[property] ?? `${alias}.${this.#sql(property)}`} as "${property}"`)
      .join(', ');
  }

  /** Runs a statement that returns columns of `select`. Other columns are returned as the driver reads them. */
  async rows<Row = RowOf<C>>(reader: DbReader, text: string, values?: readonly unknown[]): Promise<Row[]> {
    const rows = await reader.rows<Record<string, unknown>>(text, values);
    for (const row of rows) {
      for (const { property, read } of this.#decoders) {
        const value = row[property];
        if (value === null) row[property] = undefined;
        else if (read !== undefined && value !== undefined) row[property] = read(value);
      }
    }
    return rows as Row[];
  }

  /** Reads the rows that are found by the given keys, each once. Keys without a row are left out. */
  find<By extends keyof C & string = Key, Read extends keyof C & string = keyof C & string>(
    options: ReadOptions<By, Read> = {},
  ): (reader: DbReader, keys: readonly NewRow<C, By>[]) => Promise<Pick<RowOf<C>, Read>[]> {
    return this.#finder(options, '');
  }

  /**
   * `find` under a lock for an update (`for no key update`), taken in the order of `orderBy`: sort it by the key. Where tables are
   * distributed, the rows of each shard are in that order.
   */
  lock<By extends keyof C & string = Key, Read extends keyof C & string = keyof C & string>(
    options: ReadOptions<By, Read> = {},
  ): (tx: Tx, keys: readonly NewRow<C, By>[]) => Promise<Pick<RowOf<C>, Read>[]> {
    return this.#locker(options, ' for no key update of t');
  }

  /** `find` under a lock against deletion (`for key share`), which updates do not wait for, taken in the same order. */
  keep<By extends keyof C & string = Key, Read extends keyof C & string = keyof C & string>(
    options: ReadOptions<By, Read> = {},
  ): (tx: Tx, keys: readonly NewRow<C, By>[]) => Promise<Pick<RowOf<C>, Read>[]> {
    return this.#locker(options, ' for key share of t');
  }

  /** Inserts new rows, by COPY where all columns can be copied and rows are not distributed. A row that exists fails the transaction. */
  insert<Name extends keyof C & string = keyof C & string>(
    properties: readonly Name[] = this.#properties as readonly Name[],
  ): Write<NewRow<C, Name>> {
    const writers = properties.map((property) => {
      const { writeCopied } = this.#column(property);
      return writeCopied && { property, write: writeCopied };
    });
    if (writers.every((writer) => writer !== undefined)) {
      const target = createCopyTarget<object>(
        this.name,
        Object.fromEntries(
          writers.map(({ property, write }) => [
            this.#sql(property),
            (row, at) => write((row as Record<string, unknown>)[property], at),
          ]),
        ),
      );
      const insert = this.#insertStatement(properties);
      return (tx, rows) => {
        // Citus copies in two phases, and loses the SQLSTATE of what fails.
        if (tx.shards.areDistributed && this.#isOfCustomers) insert.send(tx, rows);
        else tx.copy(target, rows);
      };
    }
    return this.#insertStatement(properties).send;
  }

  /** Inserts the rows whose key, or another unique key, does not exist. */
  insertOrIgnore<Name extends keyof C & string = keyof C & string>(
    properties: readonly Name[] = this.#properties as readonly Name[],
  ): Write<NewRow<C, Name>> {
    return this.#insertStatement(properties, 'on conflict do nothing').send;
  }

  /** `insertOrIgnore` that returns the keys of the rows that it inserted. */
  insertMissing<Name extends keyof C & string = keyof C & string>(
    properties: readonly Name[] = this.#properties as readonly Name[],
  ): (tx: Tx, rows: readonly NewRow<C, Name>[]) => Promise<Pick<RowOf<C>, Key>[]> {
    const { statement } = this.#insertStatement(
      properties,
      `on conflict do nothing returning ${this.select('t', this.#key)}`,
    );
    return async (tx, rows) => (rows.length === 0 ? [] : await this.rows(tx, ...statement(tx, rows)));
  }

  /**
   * Inserts rows; where the key exists, changes that row: by default sets all other columns, or none with `add`. `ifChanged` leaves a row alone that
   * has the values already: its table and indexes are not written.
   */
  upsert<Name extends keyof C & string = keyof C & string, Assigned extends Name = Name, Added extends Name = never>(
    changes: { readonly columns?: readonly Name[]; readonly ifChanged?: boolean } & Pick<
      Changes<Assigned, never, Added, never>,
      'set' | 'add'
    > = {},
  ): Write<NewRow<C, Name>> {
    const properties = changes.columns ?? (this.#properties as readonly Name[]);
    const isKey = new Set<string>(this.#key);
    const set = changes.set ?? (changes.add ? [] : properties.filter((property) => !isKey.has(property)));
    const isOther = `(${this.#list(set, 't.')}) is distinct from (${this.#list(set, 'excluded.')})`;
    const conflict = `on conflict (${this.#list(this.#key)}) do update set ${this.#assignments({ ...changes, set }, (property) => `excluded.${this.#sql(property)}`)}${changes.ifChanged ? ` where ${isOther}` : ''}`;
    return this.#insertStatement(properties, conflict).send;
  }

  /**
   * Changes the rows that are found by `by`. Rows that do not exist are left out. A row names every assigned column, also an
   * optional one: undefined writes NULL.
   */
  update<
    Assigned extends keyof C & string = never,
    Kept extends keyof C & string = never,
    Added extends keyof C & string = never,
    Appended extends keyof C & string = never,
    By extends keyof C & string = Key,
  >(
    changes: Changes<Assigned, Kept, Added, Appended> & Condition<By>,
  ): Write<Pick<RowOf<C>, By | Assigned | Added | Appended> & IfGiven<C, Kept>> {
    const { text, set } = this.#updateStatement(changes, []);
    return (tx, rows) => {
      if (rows.length > 0) tx.send(text, set.values(rows));
    };
  }

  /** Deletes the rows that are found by `by`. */
  delete<By extends keyof C & string = Key>(options: Condition<By> = {}): Write<NewRow<C, By>> {
    const by = options.by ?? this.#key;
    const set = this.#set(by);
    const where = options.where === undefined ? '' : ` and ${options.where}`;
    const text = `delete from ${this.name} t using ${set.from('u')} where ${set.match('t', 'u')}${where}`;
    return (tx, rows) => {
      if (rows.length > 0) tx.send(text, set.values(rows));
    };
  }

  /** `insert` of rows that get their commit number (`Tx.number`). */
  numberedInsert<Seq extends keyof C & string, Name extends keyof C & string = Exclude<keyof C & string, Seq>>(
    numbering: Numbering<Seq> & { readonly columns?: readonly Name[] },
  ): CommitNumberedWriter<NewRow<C, Name> & { readonly customerNo: string }> {
    const { seq, columns = this.#properties.filter((property) => !new Set<string>(seq).has(property)) } = numbering;
    const set = createRowSetSql<Columns>({ ...this.#pick(columns), seqOffset: column.bigint() });
    const text = `insert into ${this.name} (${this.#list([...columns, ...seq])})
      select ${[...this.#routedValues(columns), ...seq.map(() => commitNumber)].join(', ')}
        from ${set.from('u')} join commit_counters n on ${set.match('n', 'u', ['customerNo'])}`;
    return { write: (tx, rows: readonly CommitNumbered<object>[]) => tx.send(text, set.values(rows as never)) };
  }

  /** `update` of rows that get their commit number (`Tx.number`). */
  numberedUpdate<
    Seq extends keyof C & string,
    Assigned extends keyof C & string = never,
    Kept extends keyof C & string = never,
    Added extends keyof C & string = never,
    Appended extends keyof C & string = never,
    By extends keyof C & string = Key,
  >(
    changes: Numbering<Seq> & Changes<Assigned, Kept, Added, Appended> & Condition<By>,
  ): CommitNumberedWriter<
    Pick<RowOf<C>, By | Assigned | Added | Appended> & IfGiven<C, Kept> & { readonly customerNo: string }
  > {
    const { text, set } = this.#updateStatement(changes, changes.seq);
    return { write: (tx, rows: readonly CommitNumbered<object>[]) => tx.send(text, set.values(rows as never)) };
  }

  #column(property: string): Columns[string] {
    return this.columns[property] as Columns[string];
  }

  #sql(property: string): string {
    return columnName(this.columns, property);
  }

  #list(properties: readonly string[], alias = ''): string {
    return properties.map((property) => alias + this.#sql(property)).join(', ');
  }

  #pick(properties: readonly string[]): Columns {
    return Object.fromEntries(properties.map((property) => [property, this.#column(property)]));
  }

  #set(properties: readonly string[]) {
    return createRowSetSql(this.#pick(properties));
  }

  /** The value of a column of a set's row, in the type of the table's column. */
  #valueSql(alias: string, property: string): string {
    const { elementType, sqlType, cast } = this.#column(property);
    const value = `${alias}.${this.#sql(property)}`;
    if (elementType === sqlType) return value;
    return cast === undefined ? `${value}::${sqlType}` : `${cast}(${value})`;
  }

  #assignments(changes: Changes<string, string, string, string>, valueSql: (property: string) => string): string {
    const { set = [], setIfGiven = [], add = [], append = [] } = changes;
    const assign = (properties: readonly string[], to: (own: string, value: string) => string) =>
      properties.map((property) => `${this.#sql(property)} = ${to(`t.${this.#sql(property)}`, valueSql(property))}`);
    return [
      ...assign(set, (_, value) => value),
      ...assign(setIfGiven, (own, value) => `coalesce(${value}, ${own})`),
      ...assign(add, (own, value) => `${own} + ${value}`),
      ...assign(append, (own, value) => `${own} || ${value}`),
    ].join(', ');
  }

  /**
   * Where tables are distributed, the rows are joined with the counters of their customers: the statement then runs on the node of
   * the customers, instead of going through the coordinator.
   */
  #insertStatement(properties: readonly string[], rest = '') {
    const set = this.#set(properties);
    const into = `insert into ${this.name} as t (${this.#list(properties)})`;
    const values = properties.map((property) => this.#valueSql('u', property)).join(', ');
    const plain = `${into} select ${values} from ${set.from('u')} ${rest}`;
    const routed = this.#isOfCustomers
      ? `${into} select ${this.#routedValues(properties).join(', ')}
           from ${set.from('u')} join commit_counters n on ${set.match('n', 'u', ['customerNo'])} where true ${rest}`
      : plain;
    const statement = (tx: Pick<Tx, 'shards'>, rows: readonly object[]): [string, unknown[]] =>
      tx.shards.areDistributed && this.#isOfCustomers
        ? [routed, set.values(rows as never)]
        : [plain, set.arrays(rows as never)];
    const send = (tx: Pick<Tx, 'send' | 'shards'>, rows: readonly object[]): void => {
      if (rows.length > 0) tx.send(...statement(tx, rows));
    };
    return { statement, send };
  }

  /** The columns of a set `u` that is joined with commit counters `n`. The planner of Citus wants the customer to come from a table. */
  #routedValues(properties: readonly string[]): string[] {
    return properties.map((property) => (property === 'customerNo' ? 'n.customer_no' : this.#valueSql('u', property)));
  }

  #updateStatement(changes: Changes<string, string, string, string> & Condition<string>, seq: readonly string[]) {
    const { set = [], setIfGiven = [], add = [], append = [], by = this.#key, where } = changes;
    const rows = createRowSetSql<Columns>({
      ...this.#pick([...by, ...set, ...setIfGiven, ...add, ...append]),
      ...(seq.length === 0 ? {} : { seqOffset: column.bigint() }),
    });
    const numbers = seq.map((property) => `${this.#sql(property)} = ${commitNumber}`);
    const assignments = [this.#assignments(changes, (property) => this.#valueSql('u', property)), ...numbers];
    const counters = seq.length === 0 ? '' : ` join commit_counters n on ${rows.match('n', 'u', ['customerNo'])}`;
    const text = `update ${this.name} t set ${assignments.filter((each) => each !== '').join(', ')}
       from ${rows.from('u')}${counters}
      where ${rows.match('t', 'u', by)}${where === undefined ? '' : ` and ${where}`}`;
    return { text, set: rows };
  }

  #finder<By extends keyof C & string, Read extends keyof C & string>(options: ReadOptions<By, Read>, lock: string) {
    const by: readonly string[] = options.by ?? this.#key;
    const { columns, expressions, where, orderBy = this.#list(this.#key, 't.') } = options;
    const set = this.#set(by);
    const text = `select ${this.select('t', columns, expressions)}
       from ${set.from('k')} join ${this.name} t on ${set.match('t', 'k')}${where === undefined ? '' : ` where ${where}`}
      order by ${orderBy}${lock}`;
    return async (reader: DbReader, keys: readonly NewRow<C, By>[]): Promise<Pick<RowOf<C>, Read>[]> => {
      if (keys.length === 0) return [];
      return await this.rows(reader, text, set.values(withoutRepeats(keys, by) as never));
    };
  }

  /** Citus locks rows of one shard by a statement: where tables are distributed, shard by shard, in the order of shards. */
  #locker<By extends keyof C & string, Read extends keyof C & string>(options: ReadOptions<By, Read>, lock: string) {
    const find = this.#finder(options, lock);
    const customerOf = (key: object) => (key as { readonly customerNo: string }).customerNo;
    return async (tx: Tx, keys: readonly NewRow<C, By>[]): Promise<Pick<RowOf<C>, Read>[]> => {
      const { shards } = tx;
      if (!shards.areDistributed || !this.#isOfCustomers || keys.length < 2) return await find(tx, keys);
      const shardOf = ([key]: readonly object[]) => (key && shards.of(customerOf(key))) ?? 0;
      const groups = (await shards.group(keys, customerOf)).toSorted((a, b) => shardOf(a) - shardOf(b));
      const found: Pick<RowOf<C>, Read>[] = [];
      for (const group of groups) found.push(...(await find(tx, group)));
      return found;
    };
  }
}

const commitNumber = 'n.last_seq - u.seq_offset';

/** The keys, each once. */
function withoutRepeats<Row extends object>(keys: readonly Row[], properties: readonly string[]): readonly Row[] {
  if (keys.length === 1) return keys;
  const byText = new Map<string, Row>();
  for (const key of keys) {
    let text = '';
    for (const property of properties) {
      const value = (key as Record<string, unknown>)[property];
      text += `${value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value}\n`;
    }
    byText.set(text, key);
  }
  return byText.size === keys.length ? keys : [...byText.values()];
}
