/** SavedViews/Save: saves filters of a page under a name, for the operator or for all. */
import Type from 'typebox';
import { defineOperatorCommand, operatorRoles } from '../../platform/http/operator-operation.ts';
import { valueOrThrowAppError } from '../operator-fields.ts';
import {
  SavedViewFilterFields,
  SavedViewRecord,
  savedViewExample,
  savedViewNameField,
  savedViewPageField,
  savedViewRecord,
} from '../saved-view-fields.ts';
import { saveView } from '../saved-views.ts';

export const savedViewsSaveOperation = defineOperatorCommand({
  path: '/api/SavedViews/Save',
  summary: 'Save a view',
  description:
    "Saves filters of a page under a name. The operator's own view of this name on the page is replaced, or with `IsShared` the shared one, which needs lead or admin and is recorded in the audit. A view has no text that is searched for.",
  roles: operatorRoles,
  request: Type.Object({
    Page: savedViewPageField,
    Name: savedViewNameField,
    Filters: Type.Array(SavedViewFilterFields, { description: 'The filters; empty: all of the page.', maxItems: 20 }),
    IsShared: Type.Optional(
      Type.Boolean({ description: 'Whether all operators have it. By default only the caller.' }),
    ),
  }),
  requestExample: { Page: 'orders', Name: savedViewExample.Name, Filters: savedViewExample.Filters },
  reply: { description: 'The view is saved.', schema: SavedViewRecord, example: savedViewExample },
  errors: {
    400: 'A field is not valid, or there are 50 views of the page already.',
    403: 'A shared view needs lead or admin.',
  },
  check: ({ Name: name, Filters: filters }) => [
    ...(name.trim() === '' ? [{ field: 'Name', code: 'Required', message: 'is required' }] : []),
    ...filters.flatMap(({ Name: filter }, at) =>
      filter === 'text' || filter === 'after'
        ? [{ field: `Filters[${at}].Name`, code: 'Conflict', message: 'is not saved: it is of one search' }]
        : [],
    ),
  ],
  execute: async ({ environment: { db }, session, context, request }) => {
    const { Page: page, Name: name, Filters: filters, IsShared: isShared = false } = request;
    const view = { page, name: name.trim(), filters, isShared };
    return savedViewRecord(valueOrThrowAppError(await saveView(db, session, view, context)));
  },
});
