/** A customer as replies show it, and its settings in words. */
import type { ReplyOf } from '../../api/client.ts';
import { formatCount } from '../../design/format.ts';

export type CustomerReply = ReplyOf<'/api/Customers/Get'>;
export type User = CustomerReply['Users'][number];
export type Token = CustomerReply['Tokens'][number];
export type TokenPolicy = CustomerReply['TokenPolicy'];
export type Limit = NonNullable<CustomerReply['RateLimits']['Requests']>;

/** What a setting is that the customer does not have of its own. */
export const asForAll = 'As for all customers';

export const tokenPolicyNames: Readonly<Record<TokenPolicy, string>> = {
  default: asForAll,
  required: 'Required',
  optional: 'Optional',
};

export const limitInWords = ({ PerSecond, Burst }: Limit): string =>
  `${formatCount(PerSecond)} a second, ${formatCount(Burst)} at once`;

/** The end of an id, where ids differ: they begin with their time. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;
