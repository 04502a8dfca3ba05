/**
 * The credentials as they stand in a body (interface: Authentication object). The framework adds them to each
 * operation's request where it declares them, and takes them out before the operation sees anything.
 */
import Type from 'typebox';

const fields = {
  UserKey: Type.String({ description: 'The API user, given by the operator.', examples: ['<USER_KEY>'] }),
  Password: Type.String({
    description: "The API user's password, shown once when it was made.",
    examples: ['<PASSWORD>'],
  }),
  CustomerNo: Type.String({
    description: 'The customer on whose behalf the call is made.',
    examples: ['<CUSTOMER_NO>'],
  }),
};

export const credentialFields = fields;

export const Authentication = Type.Object(fields, {
  title: 'Authentication',
  description: 'Credentials of the caller. Missing or wrong ones are 401 before anything else is told.',
});

/** Values that show the place without being anybody's. */
export const credentialsExample = { UserKey: '<USER_KEY>', Password: '<PASSWORD>', CustomerNo: '<CUSTOMER_NO>' };
