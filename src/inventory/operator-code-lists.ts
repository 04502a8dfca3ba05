/**
 * The warehouses and inventory statuses that a request may name (decision 8): operator data, and a customer's own
 * statuses. Answers from memory.
 */
import { warehouseCodes } from '../contract/code-lists.ts';
import type { Db } from '../platform/db/db.ts';
import type { CodeListField, CodeLists } from '../platform/http/code-lists.ts';
import { interfaceCodeLists } from '../platform/http/code-lists.ts';
import { freshOperatorData, type OperatorData, operatorDataNow } from './operator-data.ts';

const sets = new WeakMap<OperatorData, Map<CodeListField, Map<string, ReadonlySet<string>>>>();

/**
 * The codes of an environment. A field takes those of the interface's list that the operator has; warehouse fields
 * also the warehouses that the operator added to the interface's; status fields also the customer's own codes. Until
 * operator data has been read for the first time, the interface's lists hold.
 */
export function operatorCodeLists(db: Db): CodeLists {
  return {
    fresh: () => freshOperatorData(db),
    allowed: (field, customerNo) => {
      const data = operatorDataNow(db);
      return data === undefined ? interfaceCodeLists.allowed(field, customerNo) : allowedCodes(data, field, customerNo);
    },
  };
}

function allowedCodes(data: OperatorData, field: CodeListField, customerNo: string): ReadonlySet<string> {
  let ofData = sets.get(data);
  if (ofData === undefined) {
    ofData = new Map();
    sets.set(data, ofData);
  }
  let ofField = ofData.get(field);
  if (ofField === undefined) {
    ofField = new Map();
    ofData.set(field, ofField);
  }
  // Customers without codes of their own share one set.
  const own = field.list === 'InventoryStatus' ? data.customerStatuses.get(customerNo) : undefined;
  const owner = own === undefined ? '' : customerNo;
  let allowed = ofField.get(owner);
  if (allowed === undefined) {
    const listed = field.list === 'Warehouse' ? warehousesOf(data, field) : statusesOf(data, field);
    allowed = new Set([...listed, ...(own?.keys() ?? [])]);
    ofField.set(owner, allowed);
  }
  return allowed;
}

function warehousesOf({ warehouses }: OperatorData, field: CodeListField): string[] {
  const known: readonly string[] = warehouseCodes;
  const added = [...warehouses.keys()].filter((code) => !known.includes(code));
  return [...field.codes.filter((code) => warehouses.has(code)), ...added];
}

function statusesOf({ statuses }: OperatorData, field: CodeListField): string[] {
  return field.codes.filter((code) => statuses.has(code));
}
