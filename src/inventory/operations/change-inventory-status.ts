/** POST /api/Simulation/ChangeInventoryStatus: stock turns out damaged, or good after all (decisions 2 and 10). Test only. */
import Type from 'typebox';
import { anyInventoryStatusField } from '../../contract/code-lists.ts';
import { nameField } from '../../contract/fields.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { statusChanges } from '../status-changes.ts';
import { itemsOf, MovedItems, postedBody, postedReply, shortagePolicy, Warehouse } from './stock-fields.ts';

const request = Type.Object({
  Warehouse,
  FromInventoryStatus: anyInventoryStatusField('The status that the stock has.'),
  ToInventoryStatus: anyInventoryStatusField('The status that it has from now on; another one.'),
  ReasonCode: Type.Optional(
    nameField('Why: DAMAGED, RESTORED, RECLASSIFIED, or a code of the operator; by default what the two statuses say.'),
  ),
  Items: MovedItems,
});

export const changeInventoryStatus = defineInternalChange({
  name: 'ChangeInventoryStatus',
  summary: 'Moves stock from one inventory status to another',
  description: `Posts one balanced Inventory Status Change: out of one status and into the other. All of it is posted or nothing. Orders that wait for the new status are served. ${shortagePolicy}`,
  request,
  requestExample: {
    Warehouse: 'APC01',
    FromInventoryStatus: 'GOOD-NO-TX',
    ToInventoryStatus: 'DMGD-NO-TX',
    Items: [{ ItemNo: '23PIN-01', Quantity: 3 }],
  },
  reply: postedReply,
  errors: {
    400: 'Both statuses are the same, the reason is unknown, an item is unknown or not stored by the operator, or more would be moved than is on hand.',
    403: 'The credentials lack the right to write.',
  },
  change: {
    writer: statusChanges,
    member: (call) => ({
      ...call.context,
      warehouse: call.request.Warehouse,
      fromStatus: call.request.FromInventoryStatus,
      toStatus: call.request.ToInventoryStatus,
      reasonCode: call.request.ReasonCode,
      items: itemsOf(call.request.Items),
    }),
    reply: postedBody,
  },
});
