/**
 * Codes that are operator settings (decision 8): which of them a request may use depends on the environment and, for a
 * customer's own inventory statuses, on who asks.
 *
 * A schema names its list with the keyword `codeList`; whoever validates brings a `CodeLists`.
 */

/** The value of the keyword `codeList`. */
export interface CodeListField {
  readonly list: 'Warehouse' | 'InventoryStatus';
  /** The codes that the interface lists for this field, in its order. */
  readonly codes: readonly string[];
}

export interface CodeLists {
  /**
   * The codes that this field takes from this customer, in the order in which a fault tells them. Asked on every
   * request: answers the same set as long as nothing has changed.
   */
  allowedCodes(field: CodeListField, customerNo: string): ReadonlySet<string>;
  /** To be awaited before a request is judged, when the lists have not been looked at for long; undefined when not. */
  refresh?(): Promise<void> | undefined;
}

const sets = new WeakMap<CodeListField, ReadonlySet<string>>();

/** The interface's own lists: what the mock environment takes (decision 2). */
export const interfaceCodeLists: CodeLists = {
  allowedCodes: (field) => {
    let set = sets.get(field);
    if (set === undefined) {
      set = new Set(field.codes);
      sets.set(field, set);
    }
    return set;
  },
};
