/** The public interface of auth. */
export type { AdministrationActor } from './administered-change.ts';
export { type CredentialAuthenticator, createAuthenticator } from './authenticator.ts';
export { parseCredentialFile } from './credential-file.ts';
export {
  type AccessTokenRequirement,
  type CustomerPreferences,
  type ShortPickRule,
  shortPickRuleOf,
} from './customer.ts';
export {
  allCustomersLimit,
  type CustomerSettings,
  countCustomers,
  createCustomer,
  listCustomers,
  type NewCustomerCredentials,
  readCustomerSettings,
  updateCustomer,
} from './customers.ts';
export { importApiCredentials } from './import-credentials.ts';
export { grantMembership, listMemberships, revokeMembership } from './memberships.ts';
export { getAccessTokenOperation } from './operations/get-access-token.ts';
export { type IssuedPassword, listValidPasswordIds, revokePassword, startPasswordRotation } from './passwords.ts';
export { registerRateLimitMetrics } from './rate-limit-metrics.ts';
export type { RateLimitOverrides } from './rate-limits.ts';
export {
  assertCustomerFound,
  customerNotFoundError,
  readCustomer,
  readCustomerNameLookup,
  readCustomers,
} from './read-customers.ts';
export { canonicalizeCustomerNos } from './resolve-customer-nos.ts';
export { credentialSecretsOf } from './secrets.ts';
export { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';
export { createLongLivedToken, type IssuedToken, listTokens, revokeToken } from './tokens.ts';
