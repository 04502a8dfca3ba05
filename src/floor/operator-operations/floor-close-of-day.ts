/** Floor/CloseOfDay: per carrier, what is ready, staged, on a manifest, and missing. */
import Type from 'typebox';
import { AppError, refuse } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { floorRoles, floorWarehouseField, worksIn } from '../floor-fields.ts';
import { listWork, maxListedWork } from '../floor-lists.ts';
import { activeStates, type FloorState, type FloorWork } from '../floor-work.ts';
import { type ManifestForm, readForms } from '../scan-form-store.ts';
import { FloorOrderRecord, floorOrderExample, floorOrderRecord } from '../wave-fields.ts';

export const floorCloseOfDay = defineOperatorQuery({
  path: '/api/Floor/CloseOfDay',
  summary: 'See what is ready to depart',
  description:
    'Returns for each carrier how many orders of a warehouse are in work, labeled, staged and on the open manifest, the boxes that are missing, and the orders that are a problem. At most 5,000 orders in work, and as many problems.',
  credentials: 'session',
  roles: floorRoles,
  request: Type.Object({ Warehouse: floorWarehouseField }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'The carriers.',
    schema: Type.Object({
      Carriers: Type.Array(
        Type.Object({
          Carrier: Type.String({ description: 'As requested, until the labels are bought.' }),
          InWork: Type.Integer({ description: 'Orders that have no label yet.' }),
          Labeled: Type.Integer({ description: 'Orders with a box that is not staged.' }),
          Staged: Type.Integer(),
          Manifested: Type.Integer(),
          Boxes: Type.Integer({ description: 'Staged and manifested boxes.' }),
          Manifest: Type.String({ description: 'The id of the open manifest; `""` when none has orders.' }),
          ScanForms: Type.Array(
            Type.Object({
              State: Type.Enum(['pending', 'made', 'refused']),
              Boxes: Type.Integer(),
              Message: Type.String({
                description:
                  'Why the carrier refused it, or what it answered last while it is pending; `""` otherwise.',
              }),
            }),
            {
              description:
                'Forms of the open manifest that the carrier scans once for all their boxes. Only some carriers make them.',
            },
          ),
          Missing: Type.Array(
            Type.Object({
              CustomerNo: Type.String(),
              OrderNo: Type.String(),
              Box: Type.Integer(),
              TrackingNumber: Type.String(),
            }),
            { description: 'Boxes of labeled orders that are not staged; will-call boxes are not staged.' },
          ),
        }),
      ),
      Problems: Type.Array(FloorOrderRecord),
      More: Type.Boolean({ description: 'There is more than what was counted and listed.' }),
    }),
    example: {
      Carriers: [
        {
          ...{
            Carrier: 'FEX',
            InWork: 3,
            Labeled: 1,
            Staged: 20,
            Manifested: 0,
            Boxes: 24,
            Manifest: '',
            ScanForms: [],
          },
          Missing: [{ CustomerNo: 'W1001', OrderNo: 'CLB1001', Box: 2, TrackingNumber: '794612345678' }],
        },
      ],
      Problems: [{ ...floorOrderExample, State: 'problem', Packer: '', Note: 'Address not found' }],
      More: false,
    },
  },
  errors: { 404: 'There is no such warehouse in which the operator works.' },
  execute: async ({ environment: { db }, operator, request: { Warehouse: warehouse } }) => {
    if (!worksIn(operator, warehouse)) {
      throw new AppError(refuse('NotFound', `There is no warehouse ${warehouse} in which you work.`).refused);
    }
    const active = await listWork(db, warehouse, activeStates);
    const problems = await listWork(db, warehouse, ['problem']);
    const manifests = new Set(
      active.flatMap(({ state, manifestId }) => (state === 'manifested' ? (manifestId ?? []) : [])),
    );
    const forms = Map.groupBy(await readForms(db, [...manifests]), ({ manifestId }) => manifestId);
    return {
      Carriers: [...Map.groupBy(active, ({ carrier }) => carrier)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([carrier, own]) => carrierRecord(carrier, own, forms)),
      Problems: problems.map(floorOrderRecord),
      More: Math.max(active.length, problems.length) >= maxListedWork,
    };
  },
});

function carrierRecord(
  Carrier: string,
  works: readonly FloorWork[],
  formsOf: ReadonlyMap<string, readonly ManifestForm[]>,
) {
  const inState = (...states: FloorState[]) => works.filter(({ state }) => states.includes(state));
  const manifested = inState('manifested');
  const manifest = manifested[0]?.manifestId ?? '';
  const ready = inState('staged', 'manifested');
  return {
    Carrier,
    InWork: works.length - inState('labeled', 'staged', 'manifested').length,
    Labeled: inState('labeled').length,
    Staged: inState('staged').length,
    Manifested: manifested.length,
    Boxes: ready.reduce((sum, { boxes }) => sum + boxes.length, 0),
    Manifest: manifest,
    ScanForms: (formsOf.get(manifest) ?? []).map(({ state, shipments, message }) => ({
      ...{ State: state, Boxes: shipments.length, Message: message },
    })),
    Missing: inState('labeled').flatMap(({ customerNo, orderNo, boxes }) =>
      boxes.flatMap(({ box, trackingNo, stagedBy }) =>
        stagedBy === '' && trackingNo !== ''
          ? [{ CustomerNo: customerNo, OrderNo: orderNo, Box: box, TrackingNumber: trackingNo }]
          : [],
      ),
    ),
  };
}
