/** Inventory statuses in requests and replies of the operator interface. */
import Type, { type Static } from 'typebox';
import { type OperatorSettings, type SavedInventoryStatus, WILDCARD } from '../operator-settings/index.ts';
import { customerNoField } from './customer-fields.ts';

export const inventoryStatusKeyFields = {
  CustomerNo: Type.Optional(customerNoField),
  InventoryStatus: Type.String({ minLength: 2, maxLength: 20, description: 'The code: `GOOD-EV-TX`.' }),
};

export const InventoryStatusDefinitionRecord = Type.Object({
  CustomerNo: Type.String({ description: "Whose own status it is; `*`: one of the interface's." }),
  InventoryStatus: Type.String(),
  Description: Type.String(),
  DrawnByConsumerOrders: Type.Boolean({ description: 'Whether consumer orders draw it.' }),
  Bonded: Type.Boolean({ description: 'Stock in bond, tax not paid.' }),
  Returned: Type.Boolean({ description: 'Returned stock.' }),
  Damaged: Type.Boolean({ description: 'Damaged stock.' }),
});

export const inventoryStatusDefinitionExample: Static<typeof InventoryStatusDefinitionRecord> = {
  CustomerNo: 'W1001',
  InventoryStatus: 'GOOD-EV-TX',
  Description: 'For events',
  DrawnByConsumerOrders: true,
  Bonded: false,
  Returned: false,
  Damaged: false,
};

/**
 * A status as replies, the audit and the command line show it.
 * @param customerNo whose own status it is; undefined for a status of the interface, shown as `*`
 */
export function inventoryStatusDefinitionRecord(
  customerNo: string | undefined,
  status: SavedInventoryStatus,
): Static<typeof InventoryStatusDefinitionRecord> {
  return {
    CustomerNo: customerNo ?? WILDCARD,
    InventoryStatus: status.code,
    Description: status.description,
    DrawnByConsumerOrders: status.sellableToConsumers,
    Bonded: status.bonded,
    Returned: status.returned,
    Damaged: status.damaged,
  };
}

/** The interface's statuses and all customers' own, or those of one customer alone. */
export function inventoryStatusDefinitionRecords(
  { statuses, customerStatuses }: OperatorSettings,
  customerNo: string | undefined,
): Static<typeof InventoryStatusDefinitionRecord>[] {
  if (customerNo !== undefined) {
    return [...(customerStatuses.get(customerNo)?.values() ?? [])].map((status) =>
      inventoryStatusDefinitionRecord(customerNo, status),
    );
  }
  return [
    ...[...statuses.values()].map((status) => inventoryStatusDefinitionRecord(undefined, status)),
    ...[...customerStatuses].flatMap(([owner, codes]) =>
      [...codes.values()].map((own) => inventoryStatusDefinitionRecord(owner, own)),
    ),
  ];
}
