/** Shows the password that the server has generated for an operator. */
import { SecretOnce } from '../../design/secret-once.tsx';

interface OperatorPasswordProps {
  readonly title: string;
  readonly email: string;
  readonly password: string;
  readonly onClose: () => void;
}

export function GeneratedPasswordDialog({ title, email, password, onClose }: OperatorPasswordProps) {
  return (
    <SecretOnce title={title} secrets={[{ label: 'Password', value: password }]} onClose={onClose}>
      Give this password to {email}. It is shown only now; who signs in with it should change it under “Your account”.
    </SecretOnce>
  );
}
