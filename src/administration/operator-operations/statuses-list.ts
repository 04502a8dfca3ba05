/** Statuses/List: the inventory statuses that exist. */
import Type from 'typebox';
import { assertCustomerFound, readCustomerNameLookup } from '../../auth/index.ts';
import { isRequiredInventoryStatus, readOperatorSettings, WILDCARD } from '../../operator-settings/index.ts';
import { versionedRecordSchema, withRecordVersion } from '../../operators/index.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { customerNoField } from '../customer-fields.ts';
import {
  InventoryStatusDefinitionRecord,
  inventoryStatusDefinitionExample,
  inventoryStatusDefinitionRecords,
} from '../inventory-status-fields.ts';

export const statusesListOperation = defineOperatorQuery({
  path: '/api/Statuses/List',
  summary: 'List the inventory statuses',
  description:
    "Returns the interface's inventory statuses and customers' own; with `CustomerNo` that customer's own alone.",
  roles: operatorRoles,
  request: Type.Object({ CustomerNo: Type.Optional(customerNoField) }),
  requestExample: { CustomerNo: 'W1001' },
  reply: {
    description: 'The statuses.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          ...versionedRecordSchema(InventoryStatusDefinitionRecord).properties,
          CustomerName: Type.String({ description: '`""`: of the interface.' }),
          IsRequired: Type.Boolean({ description: 'Whether the server itself uses it, so that it cannot be removed.' }),
        }),
      ),
    }),
    example: {
      Records: [
        {
          ...inventoryStatusDefinitionExample,
          CustomerName: 'Hilltop Cellars',
          IsRequired: false,
          Version: '3f0c8a51d2b7e964',
        },
      ],
    },
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such customer.' },
  execute: async ({ environment, request: { CustomerNo: customerNo } }) => {
    if (customerNo !== undefined) await assertCustomerFound(environment.db, customerNo);
    const records = inventoryStatusDefinitionRecords(await readOperatorSettings(environment.db), customerNo);
    const nameOf = await readCustomerNameLookup(
      environment.db,
      records.map(({ CustomerNo }) => ({ customerNo: CustomerNo })),
    );
    return {
      Records: records.map((record) => ({
        ...withRecordVersion(record),
        CustomerName: nameOf(record.CustomerNo),
        IsRequired: record.CustomerNo === WILDCARD && isRequiredInventoryStatus(record.InventoryStatus),
      })),
    };
  },
});
