/** Locations/SetContent: set by hand how many units of an item are recorded in a location. */
import Type from 'typebox';
import { primaryInventoryStatus } from '../../contract/operator-settings.ts';
import { readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { assertRecordVersion, expectedVersionField } from '../../operators/index.ts';
import { AppError, validationRefusal } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { assertContentsNotBeingCounted, checkBinContents, saveBinContentsWithAudit } from '../edit-content.ts';
import { normalizeLocationCode } from '../location.ts';
import {
  BinContentRecord,
  binContentExample,
  binContentKeyFields,
  binContentRecord,
  binQuantityField,
  checkLocationCode,
  locationEditorRoles,
  noSuchLocationMessage,
  unknownLocationError,
} from '../location-fields.ts';
import { lockBinContents, lockLocations } from '../location-store.ts';

export const locationsSetContentOperation = defineOperatorCommand({
  path: '/api/Locations/SetContent',
  summary: 'Set what lies in a location',
  description:
    'Sets how many units of an item lie in a location: a claim about place, which guides people. It changes no stock and nothing that customers see. With 0 units the item belongs to a pick face; in the reserve it was emptied.',
  roles: locationEditorRoles,
  request: Type.Object({
    ...binContentKeyFields,
    Quantity: binQuantityField,
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: binContentExample,
  reply: {
    description: 'The units of the item that are recorded there now.',
    schema: BinContentRecord,
    example: binContentExample,
  },
  errors: {
    400: 'A field is not valid, the customer has no such item or status, or the location is a tote.',
    403: 'What lies there is not what is expected, or it was counted and its count is not finished.',
    404: noSuchLocationMessage,
  },
  check: checkLocationCode,
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { Warehouse: warehouse, CustomerNo: customerNo, ItemNo: itemNo, Quantity: quantity } = request;
    const location = normalizeLocationCode(request.Location);
    const content = {
      customerNo,
      warehouse,
      location,
      itemNo,
      status: request.InventoryStatus ?? primaryInventoryStatus,
      quantity,
    };
    return await db.write(async (tx) => {
      await readWarehouseWhereOperatorWorks(tx, operator, warehouse);
      const [found] = await lockLocations(tx, [content]);
      if (found === undefined) throw unknownLocationError(warehouse, location);
      const [stored] = await lockBinContents(tx, [content]);
      const before = stored && binContentRecord(stored);
      const subject = `${warehouse} ${location}`;
      await assertRecordVersion(tx, {
        noun: 'bin_content',
        subject,
        customerNo,
        before,
        expected: request.ExpectedVersion,
      });
      const faults = (await checkBinContents(tx, [content], () => found)).flat();
      if (faults.length > 0) throw new AppError(validationRefusal(faults));
      await assertContentsNotBeingCounted(tx, warehouse, [content]);
      await saveBinContentsWithAudit(tx, context, [content]);
      return binContentRecord(content);
    });
  },
});
