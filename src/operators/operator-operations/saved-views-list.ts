/** SavedViews/List: the views that the operator has saved, and those that are shared. */
import Type from 'typebox';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { SavedViewRecord, savedViewExample, savedViewPageField, savedViewRecord } from '../saved-view-fields.ts';
import { listSavedViews } from '../saved-views.ts';

export const savedViewsListOperation = defineOperatorQuery({
  path: '/api/SavedViews/List',
  summary: 'List the saved views',
  description: 'Returns the views that the operator has saved and those that are shared, by name.',
  roles: operatorRoles,
  request: Type.Object({ Page: Type.Optional(savedViewPageField) }),
  requestExample: { Page: 'orders' },
  reply: {
    description: 'The views.',
    schema: Type.Object({ Records: Type.Array(SavedViewRecord) }),
    example: { Records: [savedViewExample] },
  },
  errors: { 400: 'A field is not valid.' },
  execute: async ({ environment: { db }, operator, request }) => ({
    Records: (await listSavedViews(db, operator.operatorId, request.Page)).map(savedViewRecord),
  }),
});
