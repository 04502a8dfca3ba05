/**
 * Codes that are operator settings (decision 8): which of them a request may use depends on the environment and, for a
 * customer's own inventory statuses, on who asks.
 *
 * A schema names its list with the keyword `codeList`; the validator is given the `CodeLists` of the environment.
 */

/** The value of the keyword `codeList`. */
export interface CodeListField {
  readonly list: 'Warehouse' | 'InventoryStatus';
  /** The codes that the interface lists for this field, in its order. */
  readonly codes: readonly string[];
}

/** The codes that requests may use, by field and customer. */
export interface CodeLists {
  /**
   * The codes that the field accepts from the customer, in the order in which a fault lists them. Returns the same set
   * while nothing has changed.
   */
  allowedCodes(field: CodeListField, customerNo: string): ReadonlySet<string>;
  /** Awaited before a request is validated when the cached lists are too old; undefined when they are current. */
  refresh?(): Promise<void> | undefined;
  /** Resolves when the lists are those of now, whatever other processes have changed, or could not be read. Never rejects. */
  renew?(): Promise<void>;
}

const sets = new WeakMap<CodeListField, ReadonlySet<string>>();

/** The lists of the interface, which the mock environment uses (decision 2). */
export const wineryInterfaceCodeLists: CodeLists = {
  allowedCodes: (field) => {
    let set = sets.get(field);
    if (set === undefined) {
      set = new Set(field.codes);
      sets.set(field, set);
    }
    return set;
  },
};
