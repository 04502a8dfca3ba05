/** Every page in its looks (extent.ts), dialogs, failures and late replies, signing in and out, what a role may not open. */

import { accountWalks } from './walks/account.ts';
import { changesOfOthersWalks } from './walks/changes-of-others.ts';
import { dialogWalks } from './walks/dialogs.ts';
import { failedPageWalks } from './walks/failed-pages.ts';
import { lateReplyWalks } from './walks/late-replies.ts';
import { pageWalks } from './walks/pages.ts';
import { roleWalks } from './walks/roles.ts';
import { frameWalks, secondFactorWalks, signInWalks, signOutWalks } from './walks/sign-in.ts';
import { walkPortal } from './walks.ts';

walkPortal(
  [
    pageWalks,
    frameWalks,
    dialogWalks,
    changesOfOthersWalks,
    lateReplyWalks,
    failedPageWalks,
    accountWalks,
    secondFactorWalks,
    roleWalks,
    signOutWalks,
  ],
  [signInWalks],
);
