/** Dialogs in which an admin changes the users, passwords and tokens of a winery. Each explains the effect first. */
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { editConflictText, useExpectedVersion } from '../../design/expected-version.tsx';
import { ChoiceField, FirstField } from '../../design/fields.tsx';
import { SecretOnce } from '../../design/secret-once.tsx';
import { notify } from '../../design/toasts.tsx';
import { type CustomerReply, shortId, type Token, tokenScopeNames, type User } from './customer-record.ts';

interface DialogProps {
  readonly customer: CustomerReply;
  readonly onClose: () => void;
}

export function CreateTokenDialog({ customer: { CustomerNo, CustomerName }, onClose }: DialogProps) {
  const [created, setCreated] = useState<ReplyOf<'/api/Tokens/Create'>>();
  const [scope, setScope] = useState<Token['Scope']>('write');
  if (created !== undefined) {
    return (
      <SecretOnce
        title="Token created"
        secrets={[
          { label: 'Token id', value: created.TokenId },
          { label: 'Access token', value: created.AccessToken },
        ]}
        onClose={onClose}
      >
        Give this token to {CustomerName}. It is shown only now; its id names it in this list.
      </SecretOnce>
    );
  }
  const run = async (): Promise<void> => setCreated(await call('/api/Tokens/Create', { CustomerNo, Scope: scope }));
  return (
    <Confirm title="New access token" action="Create token" onConfirm={run} onClose={onClose}>
      <p>The token is valid for {CustomerName} until it is revoked. Its other tokens stay valid.</p>
      <ChoiceField
        label="Scope"
        description="What calls with this token may do, within the rights of their user."
        options={Object.entries(tokenScopeNames).map(([value, label]) => ({ value, label }))}
        value={scope}
        onChange={setScope}
      />
    </Confirm>
  );
}

export function RevokeTokenDialog({ customer, token, onClose }: DialogProps & { readonly token: Token }) {
  const run = async (): Promise<void> => {
    await call('/api/Tokens/Revoke', { CustomerNo: customer.CustomerNo, TokenId: token.TokenId });
    notify(`Token ${shortId(token.TokenId)} is revoked.`);
    onClose();
  };
  return (
    <Confirm
      title={`Revoke token ${shortId(token.TokenId)}`}
      action="Revoke token"
      isDangerous
      onConfirm={run}
      onClose={onClose}
    >
      <p>Calls of {customer.CustomerName} with this token are refused within a second. This cannot be undone.</p>
    </Confirm>
  );
}

type UserDialogProps = DialogProps & { readonly user: User };

export function RotatePasswordDialog({ user: { UserKey }, onClose }: UserDialogProps) {
  const [created, setCreated] = useState<ReplyOf<'/api/ApiUsers/RotatePassword'>>();
  if (created !== undefined) {
    return (
      <SecretOnce
        title="Second password created"
        secrets={[
          { label: 'User key', value: UserKey },
          { label: 'Password', value: created.Password },
        ]}
        onClose={onClose}
      >
        Give this password to the user. It is shown only now. Revoke the older one when the user’s program has this one.
      </SecretOnce>
    );
  }
  const run = async (): Promise<void> => setCreated(await call('/api/ApiUsers/RotatePassword', { UserKey }));
  return (
    <Confirm title={`Second password of ${UserKey}`} action="Create password" onConfirm={run} onClose={onClose}>
      <p>Both passwords are valid until one is revoked, so that the winery can change its program in between.</p>
    </Confirm>
  );
}

export function RevokePasswordDialog({
  user: { UserKey, PasswordIds },
  passwordId,
  onClose,
}: UserDialogProps & { readonly passwordId: string }) {
  const run = async (): Promise<void> => {
    await call('/api/ApiUsers/RevokePassword', { UserKey, PasswordId: passwordId });
    notify(`Password ${shortId(passwordId)} is revoked.`);
    onClose();
  };
  return (
    <Confirm
      title={`Revoke password ${shortId(passwordId)}`}
      action="Revoke password"
      isDangerous
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {PasswordIds.length === 1
          ? `It is the only password of ${UserKey}: its calls are refused within a second, until it has another one.`
          : `Calls of ${UserKey} with this password are refused within a second. Its other password stays valid.`}
      </p>
    </Confirm>
  );
}

const rightsNames = { read: 'Read', write: 'Read and write' } as const;
type Rights = User['Rights'];

/** Lets a user act for the winery, or changes the rights of a user that already does. */
export function GrantDialog({ customer, user, onClose }: DialogProps & { readonly user?: User }) {
  const [userKey, setUserKey] = useState(user?.UserKey ?? '');
  const [rights, setRights] = useState<Rights>(user?.Rights ?? 'read');
  const { CustomerNo } = customer;
  // '' where the user does not act for the winery.
  const version = useExpectedVersion(user?.Version ?? '', async (signal) => {
    const { Users } = await call('/api/Customers/Get', { CustomerNo }, signal);
    return { Version: Users.find(({ UserKey }) => UserKey === userKey.trim())?.Version ?? '' };
  });
  const run = async (): Promise<void> => {
    const request = { CustomerNo, UserKey: userKey.trim(), Rights: rights };
    await version.send((expected) => call('/api/ApiUsers/Grant', { ...request, ...expected }));
    notify(`${userKey.trim()} may act for ${customer.CustomerName}.`);
    onClose();
  };
  return (
    <Confirm
      title={user === undefined ? 'Let a user act for this winery' : `Rights of ${user.UserKey}`}
      action={user === undefined ? 'Grant' : 'Save'}
      isDisabled={userKey.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>It applies within a second. The user keeps its passwords and the other wineries that it acts for.</p>
      {user === undefined && (
        <FirstField
          label="User key"
          description="Of a user that exists, for example of a partner’s program."
          value={userKey}
          onChange={setUserKey}
        />
      )}
      <ChoiceField
        label="Rights"
        options={Object.entries(rightsNames).map(([value, label]) => ({ value, label }))}
        value={rights}
        onChange={setRights}
      />
      {version.isReplaced && <p>{editConflictText}</p>}
    </Confirm>
  );
}

export function RevokeUserDialog({ customer, user: { UserKey }, onClose }: UserDialogProps) {
  const run = async (): Promise<void> => {
    await call('/api/ApiUsers/Revoke', { CustomerNo: customer.CustomerNo, UserKey });
    notify(`${UserKey} no longer acts for ${customer.CustomerName}.`);
    onClose();
  };
  return (
    <Confirm title={`Stop ${UserKey}`} action="Stop user" isDangerous onConfirm={run} onClose={onClose}>
      <p>
        The user may no longer act for {customer.CustomerName}, within a second. It stays a user of its other wineries
        and can be granted this one again.
      </p>
    </Confirm>
  );
}
