/** Audit/List: what operators and commands changed. */

import Type, { type Static } from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { dateTimeField, endDateTimeField } from '../../contract/fields.ts';
import { parseUuidKey } from '../../contract/list-fields.ts';
import { formatInstant, parseInstant } from '../../lib/dates.ts';
import { type AuditRow, countAudit, defineOperatorList, listAudit } from '../../operators/index.ts';
import { AuditDocument, findAuditSubjects, readAuditDocuments } from '../audit-documents.ts';

const texts = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 255 }), { description: `${description}; absent: all.`, maxItems: 50 }),
  );

const AuditRecord = Type.Object({
  Id: Type.String(),
  At: Type.String({ format: 'iso-date-time' }),
  Actor: Type.String({ description: '`operator:<e-mail>`; the account of a command; `system`.' }),
  Operation: Type.String({ description: '`Operators/Disable`; a command: `dray operator create`.' }),
  Reference: Type.String({ description: 'The transaction reference of the request.' }),
  Action: Type.String({ description: '`operator.disabled`.' }),
  Subject: Type.String({ description: 'The object that was changed.' }),
  CustomerNo: Type.Optional(Type.String({ description: 'The customer whose data was changed.' })),
  CustomerName: Type.Optional(Type.String({ description: 'Its name; `""`: it does not exist.' })),
  Document: Type.Optional(
    Type.Object(AuditDocument.properties, {
      description: 'The document of the subject, where it is one that has a number.',
    }),
  ),
  Before: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The changed properties before.' })),
  After: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The changed properties after.' })),
});

export const auditListOperation = defineOperatorList({
  path: '/api/Audit/List',
  summary: 'List the audit',
  description: 'Returns what operators and commands changed, with the values before and after, newest first.',
  roles: ['admin'],
  filters: {
    Operators: texts('E-mail addresses of operators'),
    Customers: texts('CustomerNos'),
    Actions: texts('Actions, such as `operator.disabled`'),
    Subjects: texts(
      'Subjects, or numbers of sales orders, purchase orders, transfer orders (also their CustomerReferenceNo), returns and items, in any letter case',
    ),
    From: Type.Optional(dateTimeField('At or after this time.')),
    To: Type.Optional(endDateTimeField('At or before this time; a date includes its whole day.')),
  },
  requestExample: { Operators: ['ann@warehouse.example'], Top: 50 },
  reply: {
    description: 'A page of the audit.',
    record: AuditRecord,
    example: {
      Id: '019a97c5-2b8e-7c41-9d3a-5f0e6b7a8c9d',
      At: '2026-11-18T17:00:00Z',
      Actor: 'operator:ann@warehouse.example',
      Operation: 'Operators/Disable',
      Reference: '019a97c5-2b8e-7c41-9d3a-5f0e6b7a8c9e',
      Action: 'operator.disabled',
      Subject: 'ben@warehouse.example',
      Before: { IsDisabled: false },
      After: { IsDisabled: true },
    },
  },
  parsePosition: parseUuidKey,
  execute: async ({ environment: { db, config }, request }, page, buildReply) => {
    const customerNos = request.Customers ?? [];
    const filter = {
      emails: request.Operators ?? [],
      customerNos,
      actions: request.Actions ?? [],
      subjects: await findAuditSubjects(db, request.Subjects ?? [], customerNos),
      from: request.From === undefined ? undefined : parseInstant(request.From, config.timeZone),
      to: request.To === undefined ? undefined : parseInstant(request.To, config.timeZone, 'later'),
    };
    const rows = await listAudit(db, filter, page.after, page.limit);
    const documents = await readAuditDocuments(db, rows);
    const customers = rows.flatMap(({ for_customer: customerNo }) => (customerNo === null ? [] : [{ customerNo }]));
    const nameOf = await readCustomerNameLookup(db, customers);
    const counted = await countAudit(db, filter, page.maxCounted);
    return buildReply(rows, counted, {
      keyOf: ({ audit_id }) => audit_id,
      toRecord: (row) => toRecord(row, documents.get(row.subject), nameOf),
    });
  },
});

function toRecord(
  row: AuditRow,
  document: Static<typeof AuditDocument> | undefined,
  nameOf: (customerNo: string) => string,
) {
  return {
    Id: row.audit_id,
    At: formatInstant(row.recorded_at),
    Actor: row.actor,
    Operation: row.operation,
    Reference: row.reference,
    Action: row.action,
    Subject: row.subject,
    ...(row.for_customer === null ? {} : { CustomerNo: row.for_customer, CustomerName: nameOf(row.for_customer) }),
    ...(document && { Document: document }),
    ...(row.before === null ? {} : { Before: row.before }),
    ...(row.after === null ? {} : { After: row.after }),
  };
}
