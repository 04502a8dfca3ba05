/** Locations/RemoveContent: remove an item from the contents of a location. */
import Type from 'typebox';
import { primaryInventoryStatus } from '../../contract/operator-settings.ts';
import { readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { assertRecordVersion, expectedVersionField, recordAudit } from '../../operators/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { assertContentsNotBeingCounted } from '../edit-content.ts';
import { normalizeLocationCode } from '../location.ts';
import {
  BinContentRecord,
  binContentExample,
  binContentKeyFields,
  binContentRecord,
  checkLocationCode,
  locationEditorRoles,
} from '../location-fields.ts';
import { deleteBinContents, lockBinContents, lockLocations } from '../location-store.ts';

export const locationsRemoveContentOperation = defineOperatorCommand({
  path: '/api/Locations/RemoveContent',
  summary: 'Remove an item from a location',
  description:
    'Removes the claim that an item lies in a location, and that it belongs there. It changes no stock and nothing that customers see.',
  roles: locationEditorRoles,
  request: Type.Object({ ...binContentKeyFields, ExpectedVersion: expectedVersionField }),
  requestExample: { Warehouse: 'APC01', Location: 'A-01-02', CustomerNo: 'W1001', ItemNo: '23PIN-01' },
  reply: {
    description: 'The units of the item that were recorded there.',
    schema: BinContentRecord,
    example: binContentExample,
  },
  errors: {
    400: 'A field is not valid.',
    403: 'What lies there is not what is expected, or it was counted and its count is not finished.',
    404: 'The item does not lie there.',
  },
  check: checkLocationCode,
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { Warehouse: warehouse, CustomerNo: customerNo, ItemNo: itemNo } = request;
    const location = normalizeLocationCode(request.Location);
    const key = { customerNo, warehouse, location, itemNo, status: request.InventoryStatus ?? primaryInventoryStatus };
    return await db.write(async (tx) => {
      await readWarehouseWhereOperatorWorks(tx, operator, warehouse);
      await lockLocations(tx, [key]);
      const [before] = await lockBinContents(tx, [key]);
      if (before === undefined) throw notFoundError(`Item ${JSON.stringify(itemNo)} does not lie in ${location}.`);
      const [subject, shown] = [`${warehouse} ${location}`, binContentRecord(before)];
      const expected = request.ExpectedVersion;
      await assertRecordVersion(tx, { noun: 'bin_content', subject, customerNo, before: shown, expected });
      await assertContentsNotBeingCounted(tx, warehouse, [{ ...key, quantity: undefined }]);
      deleteBinContents(tx, [key]);
      recordAudit(tx, context, { action: 'bin_content.removed', subject, customerNo, before: shown });
      return shown;
    });
  },
});
