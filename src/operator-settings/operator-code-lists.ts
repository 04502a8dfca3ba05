/** The warehouses and inventory statuses that a request may contain, from the cached settings (decision 8). */
import { warehouseCodes } from '../contract/code-lists.ts';
import type { Db } from '../platform/db/db.ts';
import { type CodeListField, type CodeLists, wineryInterfaceCodeLists } from '../platform/http/code-lists.ts';
import type { OperatorSettings } from './settings.ts';
import { ensureFreshSettings, getCachedOperatorSettings, refreshSettingsCache } from './settings-cache.ts';

const codeSets = new WeakMap<OperatorSettings, Map<CodeListField, Map<string, ReadonlySet<string>>>>();

/**
 * The code lists of an environment. A field accepts the codes of the interface's list that the operator has; a warehouse field
 * also the warehouses that the operator added, a status field also the customer's own codes. Until the settings have been read
 * once, the interface's lists apply.
 */
export function createOperatorSettingsCodeLists(db: Db): CodeLists {
  return {
    refresh: () => ensureFreshSettings(db),
    renew: () => refreshSettingsCache(db),
    allowedCodes: (field, customerNo) => {
      const data = getCachedOperatorSettings(db);
      return data === undefined
        ? wineryInterfaceCodeLists.allowedCodes(field, customerNo)
        : allowedCodes(data, field, customerNo);
    },
  };
}

function allowedCodes(data: OperatorSettings, field: CodeListField, customerNo: string): ReadonlySet<string> {
  let ofData = codeSets.get(data);
  if (ofData === undefined) {
    ofData = new Map();
    codeSets.set(data, ofData);
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
    const listed = field.list === 'Warehouse' ? listedWarehouses(data, field) : listedStatuses(data, field);
    allowed = new Set([...listed, ...(own?.keys() ?? [])]);
    ofField.set(owner, allowed);
  }
  return allowed;
}

function listedWarehouses({ warehouses }: OperatorSettings, field: CodeListField): string[] {
  const known: readonly string[] = warehouseCodes;
  const added = [...warehouses.keys()].filter((code) => !known.includes(code));
  return [...field.codes.filter((code) => warehouses.has(code)), ...added];
}

function listedStatuses({ statuses }: OperatorSettings, field: CodeListField): string[] {
  return field.codes.filter((code) => statuses.has(code));
}
