/** Floor/Manifests: manifests, newest first, to find one that is printed again. */
import { parseUuidKey, warehousesFilterField } from '../../contract/list-fields.ts';
import { defineOperatorList, limitToVisibleWarehouses } from '../../operators/index.ts';
import { floorRoles } from '../floor-fields.ts';
import { readManifestProgress } from '../floor-lists.ts';
import { ListedManifestRecord, listedManifestExample, listedManifestRecord } from '../manifest-fields.ts';
import { listManifests } from '../manifest-store.ts';

export const floorManifestsOperation = defineOperatorList({
  path: '/api/Floor/Manifests',
  summary: 'List manifests',
  description:
    'Returns manifests, newest first, open ones and those that have departed, with the number of their orders. Floor/ManifestDocument has each to print.',
  roles: floorRoles,
  filters: {
    Warehouses: warehousesFilterField,
  },
  requestExample: { Warehouses: ['APC01'] },
  reply: {
    description: 'A page of manifests.',
    record: ListedManifestRecord,
    example: listedManifestExample,
  },
  errors: { 400: 'After is not a Next of this list.' },
  parsePosition: parseUuidKey,
  execute: async ({ environment: { db }, operator, request }, page, buildReply) => {
    const warehouses = limitToVisibleWarehouses(operator, request.Warehouses ?? []);
    const { rows, counted } = await listManifests(db, { warehouses, ...page });
    const progress = await readManifestProgress(
      db,
      rows.map(({ manifestId }) => manifestId),
    );
    return buildReply(rows, counted, {
      keyOf: ({ manifestId }) => manifestId,
      toRecord: (manifest) => {
        const { manifested = 0, departed = 0 } = progress.get(manifest.manifestId) ?? {};
        // Of one that has departed, as its document: an order that could not ship stayed.
        return listedManifestRecord(manifest, manifest.departedAt === undefined ? manifested + departed : departed);
      },
    });
  },
});
