/** Counts/Differences: open counts with what the ledger had, for those who approve them. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { codeField } from '../../contract/fields.ts';
import {
  createPagePositionCheck,
  errorsOfListOperations,
  nextPageField,
  takePage,
  warehousesFilterField,
} from '../../contract/list-fields.ts';
import { defaultStationPageSize, stationPageRequestFields } from '../../contract/station-pages.ts';
import { floorLeadRoles } from '../../floor/index.ts';
import { limitToVisibleWarehouses } from '../../operators/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { countedItemExample, countedItemFields, countReferenceExample } from '../count-fields.ts';
import { formatOpenCountLinePosition, parseOpenCountLinePosition } from '../count-list-positions.ts';
import { readCountPlaces } from '../count-place-store.ts';
import { listOpenCountLines } from '../list-counts.ts';

export const countsDifferencesOperation = defineOperatorQuery({
  path: '/api/Counts/Differences',
  summary: 'List open counts with their differences',
  description:
    'Returns open counts with what was found and what the ledger had then, those to be approved first, then the oldest. People who count do not see it.',
  roles: floorLeadRoles,
  request: Type.Object({
    Warehouses: warehousesFilterField,
    ...stationPageRequestFields,
  }),
  requestExample: { Warehouses: ['APC01'] },
  reply: {
    description: 'Counts.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          ...countedItemFields,
          CustomerName: Type.String(),
          Description: Type.String(),
          Warehouse: Type.String(),
          Count: Type.String(),
          State: codeField(
            '`open`: to be counted. `recount`: it differed. `to approve`: the difference is confirmed.',
            ['open', 'recount', 'to approve'],
          ),
          Counted: Type.Optional(
            Type.Integer({ description: 'Units found; a location that was not counted adds its recorded quantity.' }),
          ),
          OnHand: Type.Optional(Type.Integer({ description: 'Units in the ledger at the time of the count.' })),
          Difference: Type.Optional(
            Type.Integer({ description: '`Counted` less `OnHand`; once it is confirmed, approval posts it.' }),
          ),
          Places: Type.Array(
            Type.Object({
              Location: Type.String({ description: '`""` for what is in no bin.' }),
              Counted: Type.Optional(Type.Integer()),
              Claimed: Type.Optional(
                Type.Integer({
                  description:
                    'The recorded quantity of the location at that time, without units that were picked for transfers that had not departed.',
                }),
              ),
              Person: Type.String(),
              IsOpen: Type.Boolean({ description: 'It is to be counted.' }),
            }),
          ),
        }),
      ),
      Next: nextPageField,
    }),
    example: {
      Records: [
        {
          ...countedItemExample,
          CustomerName: 'Hilltop Cellars',
          Description: '2023 Pinot Noir Estate 750ml',
          Warehouse: 'APC01',
          Count: countReferenceExample,
          State: 'to approve',
          Counted: 142,
          OnHand: 144,
          Difference: -2,
          Places: [{ Location: 'A-01-02', Counted: 46, Claimed: 48, Person: 'ana@example.com', IsOpen: false }],
        },
      ],
    },
  },
  errors: errorsOfListOperations,
  check: createPagePositionCheck(parseOpenCountLinePosition),
  execute: async ({ environment: { db }, operator, request }) => {
    const { Warehouses: warehouses = [], After: after, Top: top = defaultStationPageSize } = request;
    const start = { after: after === undefined ? undefined : parseOpenCountLinePosition(after), limit: top + 1 };
    const found = await listOpenCountLines(db, limitToVisibleWarehouses(operator, warehouses), start);
    const { shown: counts, next } = takePage(found, top, formatOpenCountLinePosition);
    const nameOf = await readCustomerNameLookup(db, counts);
    const places = Map.groupBy(await readCountPlaces(db, counts), ({ countId }) => countId);
    return {
      Records: counts.map((count) => {
        const { customerNo, itemNo, status, counted, onHand, isConfirmed, timesCounted } = count;
        const compared =
          counted === null || onHand === null ? {} : { Counted: counted, OnHand: onHand, Difference: counted - onHand };
        return {
          CustomerNo: customerNo,
          ItemNo: itemNo,
          InventoryStatus: status,
          CustomerName: nameOf(customerNo),
          Description: count.description,
          Warehouse: count.warehouse,
          Count: count.countId,
          ...compared,
          State: isConfirmed ? ('to approve' as const) : timesCounted > 0 ? ('recount' as const) : ('open' as const),
          Places: (places.get(count.countId) ?? []).map((place) => ({
            Location: place.location,
            Person: place.person,
            IsOpen: place.isOpen,
            ...(place.counted === undefined ? {} : { Counted: place.counted, Claimed: place.claimed ?? 0 }),
          })),
        };
      }),
      ...next,
    };
  },
});
