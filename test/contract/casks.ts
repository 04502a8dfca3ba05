/** Small operations for tests of the framework around operations. Their changes write nothing but the log. */

import Type, { type Static } from 'typebox';
import { inventoryStatusField, warehouseField } from '../../src/contract/code-lists.ts';
import {
  brandedNameFieldOption,
  codeField,
  dateField,
  freeFormObjectField,
  quantityField,
  textField,
} from '../../src/contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../src/contract/transaction-reference.ts';
import { AppError, refuseFaults, refuseState } from '../../src/platform/errors.ts';
import { defineChange, defineCommand, defineQuery, type OperationCall } from '../../src/platform/http/operation.ts';
import { appendLog } from '../../src/platform/log.ts';
import type { BatchWriter } from '../../src/platform/write-queue.ts';

const request = Type.Object({
  CaskInfo: Type.Object(
    {
      ItemNo: textField('Names the cask.', { minLength: 3, maxLength: 10 }),
      Kind: Type.Optional(codeField('Kind.', ['Barrel', 'Puncheon'])),
      FilledOn: Type.Optional(dateField('Day of filling.')),
      Note: Type.Optional(textField('Note.', { maxLength: 50 })),
      ServiceWarehouse: Type.Optional(warehouseField('Where it lies.', brandedNameFieldOption)),
      Storage: Type.Optional(codeField('Storage.', ['ServiceManagedStorage', 'Virtual'], { brandedValues: true })),
      Status: Type.Optional(inventoryStatusField('Status.')),
    },
    { description: 'The cask.' },
  ),
  Staves: Type.Optional(
    Type.Array(Type.Object({ Wood: textField('Wood.', { minLength: 1 }), Count: quantityField('Count.') }), {
      description: 'Its staves.',
    }),
  ),
  AdditionalFields: Type.Optional(freeFormObjectField('Whatever else.')),
});
type Request = Static<typeof request>;

interface Cask {
  readonly call: OperationCall<Request>;
}

/** How often a set was written, and for how many members. */
export const written: number[] = [];

const casks: BatchWriter<Cask, { reference: string }> = {
  name: 'casks',
  maxItems: 50,
  customerNo: ({ call }) => call.caller.customerNo,
  identities: ({ call }) => [`cask ${call.request.CaskInfo.ItemNo}`],
  write: async (tx, members) => {
    written.push(members.length);
    return members.map(({ call }) => {
      const { ItemNo, Note } = call.request.CaskInfo;
      if (ItemNo === 'REFUSED') return refuseState('REFUSED', 'the cask is REFUSED');
      if (ItemNo === 'UNKNOWN') {
        const message = `${JSON.stringify(call.request.Staves?.[0]?.Wood)} is not known`;
        return refuseFaults([{ field: 'Staves[0].Wood', code: 'UnknownWood', message }]);
      }
      if (ItemNo === 'BROKEN') throw new Error('secret inner detail');
      appendLog(tx, call.context, {
        kind: 'cask.created',
        subject: call.context.reference,
        occurredAt: Temporal.Now.instant(),
        data: {
          itemNo: ItemNo,
          note: Note ?? '',
          more: call.request.AdditionalFields,
        },
      });
      return { ok: { reference: call.context.reference } };
    });
  },
};

const shared = {
  tag: 'Inventory',
  environments: ['production', 'test'],
  description: 'For tests.',
  errors: {},
} as const;

const cask = defineChange({
  ...shared,
  path: '/api/Cask/CreateCask',
  summary: 'Create a cask',
  credentials: 'Authentication',
  token: false,
  request,
  requestExample: {
    CaskInfo: { ItemNo: 'C-100', ServiceWarehouse: 'APC01', Storage: 'ServiceManagedStorage' },
    Staves: [{ Wood: 'oak', Count: 30 }],
  },
  reply: { status: 201, description: 'Created.', schema: TransactionReference, example: transactionReferenceExample },
  errors: { 403: 'It may not.', 404: 'It is not there.' },
  check: ({ CaskInfo }) =>
    CaskInfo.Kind === 'Puncheon' && !CaskInfo.Note
      ? [{ field: 'CaskInfo.Note', code: 'Required', message: 'is required of a Puncheon' }]
      : [],
  change: {
    writer: casks,
    item: (call) => {
      if (call.request.CaskInfo.ItemNo === 'MISSING') throw new AppError({ code: 'NotFound', reason: 'no such cask' });
      return { call };
    },
    reply: ({ reference }) => reference,
  },
});

export const createCask: typeof cask = {
  ...cask,
  form: { parameter: 'DryRun', description: 'Try only.', operation: cask },
};

export const getCask = defineQuery({
  ...shared,
  path: '/api/Cask/GetDetails',
  summary: 'Get a cask',
  credentials: 'AuthenticationDetails',
  token: true,
  request: Type.Object({ OrderNo: textField('Names it.', { minLength: 5 }) }),
  requestExample: { OrderNo: 'C-100' },
  reply: {
    status: 200,
    description: 'The cask.',
    schema: Type.Array(Type.Object({ OrderNumber: Type.String(), Quantity: Type.Integer() })),
    example: [{ OrderNumber: 'C-100', Quantity: 3 }],
  },
  errors: { 404: 'It is not there.' },
  execute: ({ request: { OrderNo } }) => {
    if (OrderNo === 'BROKEN') return Promise.reject(new Error('secret inner detail'));
    if (OrderNo === 'UNREACHABLE') return Promise.reject(Object.assign(new Error('inner'), { code: 'ECONNREFUSED' }));
    return Promise.resolve([{ OrderNumber: OrderNo, Quantity: 1 }]);
  },
});

export const getCasks = defineQuery({
  ...shared,
  path: '/api/Cask/GetCasks',
  summary: 'Get all casks',
  credentials: 'top-level',
  token: false,
  request: Type.Object({ Top: Type.Optional(Type.Integer({ description: 'Top.' })) }),
  requestExample: {},
  reply: {
    status: 200,
    description: 'The casks.',
    schema: Type.Object({
      TransactionReferenceNumber: Type.String(),
      Top: Type.Integer(),
      Casks: Type.Array(Type.String()),
    }),
    example: { TransactionReferenceNumber: transactionReferenceExample, Top: 500, Casks: ['C-100'] },
  },
  execute: async ({ request: { Top }, context: { reference } }) => ({
    TransactionReferenceNumber: reference,
    Top: Top ?? 500,
    Casks: [],
  }),
});

export const batchCasks = defineCommand({
  ...shared,
  path: '/api/Cask/BatchCasks',
  summary: 'Create many casks',
  credentials: 'Authentication',
  token: false,
  request: Type.Object({ Casks: Type.Optional(Type.Array(Type.String(), { description: 'Their names.' })) }),
  requestExample: { Casks: ['C-100'] },
  reply: { status: 200, description: 'How many.', schema: Type.Integer(), example: 1 },
  batch: {
    cost: ({ Casks }) => Math.ceil((Casks?.length ?? 0) / 50),
    countWrites: () => 0,
    contentOf: (item) => item,
  },
  deprecated: { replacedBy: '/api/Cask/CreateCask' },
  execute: async ({ request: { Casks } }) => Casks?.length ?? 0,
});

export const ageCasks = defineCommand({
  ...shared,
  environments: ['test'],
  path: '/api/Cask/AgeCasks',
  tag: 'Simulation',
  summary: 'Let the casks age',
  credentials: 'Authentication',
  token: false,
  request: Type.Object({}),
  requestExample: {},
  reply: { status: 200, description: 'Done.', schema: Type.Object({ Count: Type.Integer() }), example: { Count: 1 } },
  execute: async () => {
    ages += 1;
    return { Count: ages };
  },
});
let ages = 0;

export const caskOperations = [createCask, getCask, getCasks, batchCasks, ageCasks];
