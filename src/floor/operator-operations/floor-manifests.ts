/** Floor/Manifests: manifests, newest first, to find one that is printed again. */

import Type from 'typebox';
import {
  buildListReply,
  createListReplySchema,
  createPagePositionCheck,
  cursorPageRequestFields,
  defaultListPageSize,
  maxExactListCount,
  warehousesFilterField,
} from '../../contract/list-fields.ts';
import { isUuid } from '../../lib/uuid.ts';
import { limitToVisibleWarehouses } from '../../operators/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { floorRoles } from '../floor-fields.ts';
import { readManifestProgress } from '../floor-lists.ts';
import { ListedManifestRecord, listedManifestExample, listedManifestRecord } from '../manifest-fields.ts';
import { listManifests } from '../wave-store.ts';

export const floorManifestsOperation = defineOperatorQuery({
  path: '/api/Floor/Manifests',
  summary: 'List manifests',
  description:
    'Returns manifests, newest first, open ones and those that have departed, with the number of their orders. Floor/ManifestDocument has each to print.',
  roles: floorRoles,
  request: Type.Object({
    Warehouses: warehousesFilterField,
    ...cursorPageRequestFields,
  }),
  requestExample: { Warehouses: ['APC01'] },
  reply: {
    description: 'A page of manifests.',
    schema: createListReplySchema(ListedManifestRecord),
    example: { Records: [listedManifestExample], Count: 1 },
  },
  errors: { 400: 'After is not a Next of this list.' },
  check: createPagePositionCheck(isUuid),
  execute: async ({ environment: { db }, operator, request }) => {
    const { After: after, Top: top = defaultListPageSize } = request;
    const warehouses = limitToVisibleWarehouses(operator, request.Warehouses ?? []);
    const page = { warehouses, after, limit: top + 1, maxCounted: maxExactListCount + 1 };
    const { rows, counted } = await listManifests(db, page);
    const progress = await readManifestProgress(
      db,
      rows.map(({ manifestId }) => manifestId),
    );
    return buildListReply(rows, top, counted, {
      keyOf: ({ manifestId }) => manifestId,
      toRecord: (manifest) => {
        const { manifested = 0, departed = 0 } = progress.get(manifest.manifestId) ?? {};
        // Of one that has departed, as its document: an order that could not ship stayed.
        return listedManifestRecord(manifest, manifest.departedAt === undefined ? manifested + departed : departed);
      },
    });
  },
});
