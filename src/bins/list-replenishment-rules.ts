/** Rules of pick faces across customers, with the recorded units in the faces and in the reserve. */
import type { DbReader } from '../platform/db/db.ts';
import type { ReserveBin } from './replenishment.ts';
import type { ReplenishmentRule } from './replenishment-rule-store.ts';

interface ListedReplenishmentRule extends ReplenishmentRule {
  readonly zone: string;
  readonly walkOrder: number;
  readonly description: string;
  /** Units in the face. */
  readonly held: number;
  /** Units that faces before it in walk order lack of the same item in the same status. */
  readonly wantedBefore: number;
  /**
   * Locations of the item in the reserve: those whose content has not changed for the longest time first, then in walk
   * order.
   */
  readonly reserve: readonly ReserveBin[];
}

/** A position in the walk order of the rules of a warehouse, for keyset pages of `listReplenishmentRules`. */
export type ReplenishmentRulePosition = Pick<
  ListedReplenishmentRule,
  'walkOrder' | 'location' | 'customerNo' | 'itemNo' | 'status'
>;

/**
 * At most `limit` rules of a warehouse in walk order, after a position. `isDueOnly`: only of pick faces below their minimum, not of locations that
 * are gone or no longer pick faces.
 */
export async function listReplenishmentRules(
  reader: DbReader,
  { warehouse, isDueOnly }: { readonly warehouse: string; readonly isDueOnly: boolean },
  { after, limit }: { readonly after: ReplenishmentRulePosition | undefined; readonly limit: number },
): Promise<ListedReplenishmentRule[]> {
  return await reader.rows<ListedReplenishmentRule>(
    `select r.customer_no as "customerNo", r.warehouse, r.location, r.item_no as "itemNo", r.status, r.minimum, r.target,
            r.person_id as "personId", r.person, r.claimed_until as "claimedUntil", coalesce(l.zone, '') as zone,
            coalesce(l.walk_order, 0) as "walkOrder", coalesce(s.description, '') as description, coalesce(f.quantity, 0) as held,
            r.wanted_before as "wantedBefore", coalesce(b.bins, '[]') as reserve
       from (select r.*, coalesce(sum(case when l.kind = 'pick' and coalesce(f.quantity, 0) < r.minimum
                                           then r.target - coalesce(f.quantity, 0) else 0 end)
                                    over (partition by r.customer_no, r.item_no, r.status
                                          order by coalesce(l.walk_order, 0), r.location
                                          rows between unbounded preceding and 1 preceding), 0)::float8 as wanted_before
               from bin_rules r
               left join locations l on l.warehouse = r.warehouse and l.location = r.location
               left join bin_contents f on f.customer_no = r.customer_no and f.warehouse = r.warehouse
                     and f.location = r.location and f.item_no = r.item_no and f.status = r.status
              where r.warehouse = $1) r
       left join locations l on l.warehouse = r.warehouse and l.location = r.location
       left join skus s on s.customer_no = r.customer_no and s.item_no = r.item_no
       left join bin_contents f on f.customer_no = r.customer_no and f.warehouse = r.warehouse and f.location = r.location
             and f.item_no = r.item_no and f.status = r.status
      cross join lateral (select jsonb_agg(jsonb_build_object('location', c.location, 'quantity', c.quantity)
                                           order by c.changed_at, p.walk_order, c.location) as bins
                            from bin_contents c
                            join locations p on p.warehouse = c.warehouse and p.location = c.location and p.kind = 'reserve'
                           where c.customer_no = r.customer_no and c.warehouse = r.warehouse and c.item_no = r.item_no
                             and c.status = r.status and c.quantity > 0) b
      where r.warehouse = $1 and (not $2 or l.kind = 'pick' and coalesce(f.quantity, 0) < r.minimum)
        and ($3::int is null or (coalesce(l.walk_order, 0), r.location, r.customer_no, r.item_no, r.status) > ($3, $4, $5, $6, $7))
      order by coalesce(l.walk_order, 0), r.location, r.customer_no, r.item_no, r.status limit $8`,
    [
      ...[warehouse, isDueOnly, after?.walkOrder ?? null, after?.location ?? null],
      ...[after?.customerNo ?? null, after?.itemNo ?? null, after?.status ?? null, limit],
    ],
  );
}
