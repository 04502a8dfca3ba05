/**
 * The credentials in a body (interface: Authentication object). The framework adds them to the request schemas that declare
 * them, and removes them before the operation is called.
 */
import Type from 'typebox';

const fields = {
  UserKey: Type.String({ description: 'The API user, issued by the operator.', examples: ['<USER_KEY>'] }),
  Password: Type.String({
    description: "The API user's password, shown once when it is created.",
    examples: ['<PASSWORD>'],
  }),
  CustomerNo: Type.String({
    description: 'The customer for which the call is made.',
    examples: ['<CUSTOMER_NO>'],
  }),
};

export const credentialFields = fields;

export const Authentication = Type.Object(fields, {
  title: 'Authentication',
  description: 'Credentials of the caller. Missing or invalid credentials return 401.',
});

/** Placeholders for examples. */
export const credentialsExample = { UserKey: '<USER_KEY>', Password: '<PASSWORD>', CustomerNo: '<CUSTOMER_NO>' };
