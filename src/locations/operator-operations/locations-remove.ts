/** Locations/Remove: removes an empty location. */
import Type from 'typebox';
import { readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { assertRecordVersion, expectedVersionField, recordAudit } from '../../operators/index.ts';
import { AppError, refuseState } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { deleteEmptyReserveContents } from '../edit-content.ts';
import { readLocationUse } from '../list-locations.ts';
import { normalizeLocationCode } from '../location.ts';
import {
  checkLocationCode,
  LocationRecord,
  locationEditorRoles,
  locationExample,
  locationKeyFields,
  locationRecord,
  noSuchLocationMessage,
  unknownLocationError,
} from '../location-fields.ts';
import { deleteLocations, lockLocations } from '../location-store.ts';
import { readToteContentsTexts } from '../tote-contents-source.ts';

export const locationsRemoveOperation = defineOperatorCommand({
  path: '/api/Locations/Remove',
  summary: 'Remove a location',
  description:
    'Removes a location in which nothing lies, to which no item belongs, which no rule fills, and which is not being counted. A tote is not removed while bottles stand in it: a person picks into it, orders that were picked into it are not packed, or orders that were taken back left bottles.',
  roles: locationEditorRoles,
  request: Type.Object({ ...locationKeyFields, ExpectedVersion: expectedVersionField }),
  requestExample: { Warehouse: 'APC01', Location: 'A-01-02' },
  reply: { description: 'The location, as it was.', schema: LocationRecord, example: locationExample },
  errors: {
    400: 'A field is not valid.',
    403: 'It is not the expected one, something lies or stands in it or belongs there, a rule fills it, or it is being counted.',
    404: noSuchLocationMessage,
  },
  check: checkLocationCode,
  execute: async ({ environment: { db }, context, operator, request }) => {
    const key = { warehouse: request.Warehouse, location: normalizeLocationCode(request.Location) };
    return await db.write(async (tx) => {
      await readWarehouseWhereOperatorWorks(tx, operator, key.warehouse);
      const [before] = await lockLocations(tx, [key]);
      if (before === undefined) throw unknownLocationError(key.warehouse, key.location);
      const [subject, shown] = [`${key.warehouse} ${key.location}`, locationRecord(before)];
      await assertRecordVersion(tx, { noun: 'location', subject, before: shown, expected: request.ExpectedVersion });
      const { hasContents, hasRule, isBeingCounted } = await readLocationUse(tx, key);
      const toteContents = (await readToteContentsTexts(tx, key.warehouse, [before])).get(key.location);
      if (hasContents || hasRule || toteContents !== undefined) {
        const why =
          toteContents !== undefined
            ? `${toteContents}.`
            : hasContents
              ? 'items lie in it or belong there. Remove them first.'
              : 'a rule fills it. Remove the rule first.';
        throw new AppError(refuseState('IN USE', `Location ${key.location} is not removed: ${why}`).refused);
      }
      if (isBeingCounted) {
        const reason = `Location ${key.location} is not removed: it is being counted. Finish or cancel its counts first.`;
        throw new AppError(refuseState('BEING COUNTED', reason).refused);
      }
      await deleteEmptyReserveContents(tx, [before]);
      deleteLocations(tx, [key]);
      recordAudit(tx, context, { action: 'location.removed', subject, before: shown });
      return shown;
    });
  },
});
