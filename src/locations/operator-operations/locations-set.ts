/** Locations/Set: adds a location, or changes one. */
import Type from 'typebox';
import { readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { assertRecordVersion, expectedVersionField, recordAudit } from '../../operators/index.ts';
import { AppError, refuseState } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { deleteEmptyReserveContents } from '../edit-content.ts';
import { describeLocationKindChangeFault } from '../kind-fault.ts';
import { readLocationUse } from '../list-locations.ts';
import { normalizeLocationCode } from '../location.ts';
import {
  checkLocationCode,
  LocationRecord,
  locationCapacityField,
  locationEditorRoles,
  locationExample,
  locationKeyFields,
  locationKindField,
  locationRecord,
  locationZoneField,
  walkOrderField,
} from '../location-fields.ts';
import { lockLocationEdits, lockLocations, saveLocations } from '../location-store.ts';
import { describeToteCodeFault } from '../tote-code.ts';
import { readToteContentsTexts } from '../tote-contents-source.ts';

export const locationsSetOperation = defineOperatorCommand({
  path: '/api/Locations/Set',
  summary: 'Add or change a location',
  description:
    'Adds a location to a warehouse, or changes the given properties of one. What lies in it stays there, so a location with contents, or that is being counted, does not become a tote, and a tote in which bottles stand stays one. One that a rule fills stays a pick face. The code of a new tote is no number that reads as a weight (0.1 to 150).',
  roles: locationEditorRoles,
  request: Type.Object({
    ...locationKeyFields,
    WalkOrder: Type.Optional(walkOrderField),
    Zone: Type.Optional(locationZoneField),
    Kind: Type.Optional(locationKindField),
    ExpectedVersion: expectedVersionField,
    Capacity: Type.Optional(locationCapacityField),
  }),
  requestExample: locationExample,
  reply: { description: 'The location as it is now.', schema: LocationRecord, example: locationExample },
  errors: {
    400: 'A field is not valid, a new location has no WalkOrder, or the code of a new tote reads as a weight.',
    403: 'The location is not the expected one, something lies in it or it is being counted, so it cannot become a tote, bottles stand in it, so it stays a tote, or a rule fills it, so it stays a pick face.',
    404: 'There is no such warehouse.',
  },
  check: checkLocationCode,
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { Warehouse: warehouse, WalkOrder, Zone, Kind, Capacity, ExpectedVersion: expected } = request;
    const key = { warehouse, location: normalizeLocationCode(request.Location) };
    const subject = `${warehouse} ${key.location}`;
    return await db.write(async (tx) => {
      await readWarehouseWhereOperatorWorks(tx, operator, warehouse);
      await lockLocationEdits(tx, warehouse);
      const [before] = await lockLocations(tx, [key]);
      const shown = before && locationRecord(before);
      await assertRecordVersion(tx, { noun: 'location', subject, before: shown, expected });
      const walkOrder = WalkOrder ?? before?.walkOrder;
      if (walkOrder === undefined) {
        const faults = [{ field: 'WalkOrder', code: 'Required', message: 'is needed for a new location' }];
        throw new AppError({ code: 'ValidationFailed', reason: 'WalkOrder is needed for a new location.', faults });
      }
      const [zone, kind] = [Zone?.trim() ?? before?.zone ?? '', Kind ?? before?.kind ?? 'pick'];
      const after = { ...key, walkOrder, zone, kind, capacity: Capacity ?? before?.capacity ?? 0 };
      const codeFault = describeToteCodeFault(after, before);
      if (codeFault !== undefined) {
        const faults = [{ field: 'Location', code: 'Format', message: codeFault }];
        throw new AppError({ code: 'ValidationFailed', reason: `${codeFault}.`, faults });
      }
      if (before !== undefined && before.kind !== kind) {
        const toteContents = (await readToteContentsTexts(tx, warehouse, [before])).get(key.location);
        const fault = describeLocationKindChangeFault(after, { use: await readLocationUse(tx, key), toteContents });
        if (fault !== undefined) throw new AppError(refuseState('IN USE', `Location ${fault}.`).refused);
        await deleteEmptyReserveContents(tx, [before]);
      }
      saveLocations(tx, [after]);
      recordAudit(tx, context, { action: 'location.set', subject, before: shown, after: locationRecord(after) });
      return locationRecord(after);
    });
  },
});
