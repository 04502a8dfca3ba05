/**
 * Ports: what a slice needs of slices above it, or of the outside, and may not import. The slice declares a port; the
 * wiring (src/wiring.ts) provides its value on the context of a database, and every reader and transaction of that database
 * reaches it. Nothing is registered in a module, so two systems in one process do not share their wiring.
 */
declare const valueType: unique symbol;

/** A key for a value of type `Value`. */
export interface SlicePort<Value> {
  readonly name: string;
  readonly [valueType]?: Value;
}

/** Declares a port. `name` appears in the error when nothing is provided. */
export function defineSlicePort<Value>(name: string): SlicePort<Value> {
  return { name };
}

/** The values that the wiring has provided for the slice ports of a database. */
export class SlicePortRegistry {
  readonly #values = new Map<unknown, unknown>();

  /** Provides a value, or replaces the one that was provided. */
  provide<Value>(port: SlicePort<Value>, value: NoInfer<Value>): this {
    this.#values.set(port, value);
    return this;
  }

  /** Throws when nothing was provided: a database that was opened without the wiring cannot be used by mistake. */
  get<Value>(port: SlicePort<Value>): Value {
    if (!this.#values.has(port)) throw new Error(`nothing is provided for ${port.name}: wire the database first`);
    return this.#values.get(port) as Value;
  }
}
