/**
 * Saved views: filters of a page under a name, for the operator who saved them or for all. A shared one is saved and removed by leads
 * and admins, and audited. Views hold no texts that are searched for, because these are names of people.
 */
import { uuidv7 } from '../lib/uuid.ts';
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, type Refusal, refuseFaults } from '../platform/errors.ts';
import {
  hasRole,
  type OperatorRole,
  refuseMissingRole,
  type SessionRights,
} from '../platform/http/operator-operation.ts';
import { type AuditContext, recordAudit } from './audit.ts';

interface SavedViewFilter {
  readonly Name: string;
  readonly Value: string;
}

export interface SavedView {
  readonly viewId: string;
  readonly page: string;
  readonly name: string;
  readonly filters: readonly SavedViewFilter[];
  readonly isShared: boolean;
  readonly ownerId: string;
  readonly ownerEmail: string;
}

/** Who may change a shared view. */
const sharingRoles: readonly OperatorRole[] = ['lead', 'admin'];

/** The most views that an operator may have on one page; as many may be shared there. */
const maxViews = 50;

/** The views of the operator and the shared ones, by name, at most 1,000. */
export async function listSavedViews(
  reader: DbReader,
  operatorId: string,
  page: string | undefined,
): Promise<SavedView[]> {
  return await reader.rows<SavedView>(
    `${viewColumns} where (v.is_shared or v.owner_id = $1) and ($2::text is null or v.page = $2)
      order by lower(v.name), v.is_shared, v.view_id limit 1000`,
    [operatorId, page ?? null],
  );
}

const viewColumns = `
  select v.view_id as "viewId", v.page, v.name, v.filters, v.is_shared as "isShared", v.owner_id as "ownerId",
         o.email as "ownerEmail"
    from saved_views v join operators o on o.operator_id = v.owner_id`;

interface ViewToSave {
  readonly page: string;
  readonly name: string;
  readonly filters: readonly SavedViewFilter[];
  readonly isShared: boolean;
}

/**
 * Saves a view; the operator's own one, or the shared one, of the same name on the page is replaced, in any letter case. Refused with
 * `RoleMissing` when it is shared and the operator is neither lead nor admin, and with `ValidationFailed` when there are `maxViews`.
 */
export async function saveView(
  db: Db,
  caller: SessionRights,
  view: ViewToSave,
  context: AuditContext,
): Promise<Outcome<SavedView>> {
  if (view.isShared && !hasRole(caller, sharingRoles)) return { refused: sharingRefusal(caller) };
  return await db.write(async (tx) => {
    const { operatorId } = caller.operator;
    await lockViews(tx, view.isShared ? view.page : operatorId);
    const existing = await readScope(tx, operatorId, view);
    const before = existing.find(({ name }) => name.toLowerCase() === view.name.toLowerCase());
    if (before === undefined && existing.length >= maxViews) return refuseFaults([tooMany]);
    const viewId = before?.viewId ?? uuidv7();
    await tx.rows(
      `insert into saved_views (view_id, owner_id, page, name, filters, is_shared) values ($1, $2, $3, $4, $5, $6)
           on conflict (view_id) do update
             set owner_id = excluded.owner_id, name = excluded.name, filters = excluded.filters, saved_at = now()`,
      [viewId, operatorId, view.page, view.name, JSON.stringify(view.filters), view.isShared],
    );
    if (view.isShared) {
      recordAudit(tx, context, {
        action: 'view.shared',
        subject: view.name,
        before: before && audited(before),
        after: audited(view),
      });
    }
    return { ok: { ...view, viewId, ownerId: operatorId, ownerEmail: caller.operator.email } };
  });
}

const tooMany: Fault = {
  field: 'Name',
  code: 'Conflict',
  message: `is one more than ${maxViews} views of this page: remove one first`,
};

/**
 * Removes the operator's own view, or a shared one. Undefined when there is no such view, or it is the own view of another operator.
 * Refused with `RoleMissing` when it is shared and the operator is neither lead nor admin.
 */
export async function removeSavedView(
  db: Db,
  caller: SessionRights,
  viewId: string,
  context: AuditContext,
): Promise<Outcome<void> | undefined> {
  return await db.write(async (tx) => {
    const [view] = await tx.rows<SavedView>(`${viewColumns} where v.view_id = $1 for update of v`, [viewId]);
    if (view === undefined || (!view.isShared && view.ownerId !== caller.operator.operatorId)) return undefined;
    if (view.isShared && !hasRole(caller, sharingRoles)) return { refused: sharingRefusal(caller) };
    await tx.rows('delete from saved_views where view_id = $1', [viewId]);
    if (view.isShared) recordAudit(tx, context, { action: 'view.removed', subject: view.name, before: audited(view) });
    else context.markDone?.(tx);
    return { ok: undefined };
  });
}

/**
 * Renames the operator's own view, or a shared one. Undefined when there is no such view, or it is the own view of another operator.
 * Refused with `RoleMissing` when it is shared and the operator is neither lead nor admin, and with `ValidationFailed` when another view
 * has the name, in any letter case.
 */
export async function renameSavedView(
  db: Db,
  caller: SessionRights,
  { viewId, name }: Pick<SavedView, 'viewId' | 'name'>,
  context: AuditContext,
): Promise<Outcome<SavedView> | undefined> {
  const { operatorId } = caller.operator;
  return await db.write(async (tx) => {
    const [found] = await tx.rows<SavedView>(`${viewColumns} where v.view_id = $1`, [viewId]);
    if (found === undefined || (!found.isShared && found.ownerId !== operatorId)) return undefined;
    if (found.isShared && !hasRole(caller, sharingRoles)) return { refused: sharingRefusal(caller) };
    await lockViews(tx, found.isShared ? found.page : operatorId);
    const existing = await readScope(tx, operatorId, found);
    const view = existing.find((each) => each.viewId === viewId);
    if (view === undefined) return undefined;
    const isTaken = existing.some((each) => each !== view && each.name.toLowerCase() === name.toLowerCase());
    if (isTaken)
      return refuseFaults([{ field: 'Name', code: 'Conflict', message: `is that of another view: ${name}` }]);
    await tx.rows('update saved_views set name = $2, saved_at = now() where view_id = $1', [viewId, name]);
    if (view.isShared) {
      const [before, after] = [{ Name: view.name }, { Name: name }];
      recordAudit(tx, context, { action: 'view.renamed', subject: name, before, after });
    }
    return { ok: { ...view, name } };
  });
}

const sharingRefusal = (caller: SessionRights): Refusal =>
  refuseMissingRole(caller, sharingRoles, 'changing shared views');

const audited = ({ page, filters }: Pick<SavedView, 'page' | 'filters'>) => ({ Page: page, Filters: filters });

/** The operator's views of the page, or the shared ones. */
async function readScope(
  tx: Tx,
  operatorId: string,
  { page, isShared }: Pick<SavedView, 'page' | 'isShared'>,
): Promise<SavedView[]> {
  return await tx.rows<SavedView>(
    `${viewColumns} where v.page = $1 and v.is_shared = $2 and (v.is_shared or v.owner_id = $3)`,
    [page, isShared, operatorId],
  );
}

/**
 * Serializes saves and renames of one operator, or of the shared views of a page, so that their number stays bounded and each name
 * is used once.
 */
async function lockViews(tx: Tx, scope: string): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`saved_views ${scope}`]);
}
