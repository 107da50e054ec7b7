import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { databaseNow } from '../../database/clock.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { makeChallenge, useChallenge } from './passkey-challenges.ts';
import type { OfUser } from './passkeys.ts';
import type { User } from './users.ts';

/** The origin of a passkey request, and the secret of its browser. */
export interface Ceremony {
  /** The origin of the page that calls the authenticator. */
  origin: string;
  browser: string;
}

const hostOf = ({ origin }: Ceremony): string => new URL(origin).hostname;
const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));
const LONGEST_NAME = 100;

/** Loaded on first use: it takes 20 MB, and many installations have no passkeys. */
const webAuthn = () => import('@simplewebauthn/server');

/** The options for an authenticator to sign a user in. The response identifies the user. */
export const askForPasskey = async (db: Database, ceremony: Ceremony) =>
  (await webAuthn()).generateAuthenticationOptions({
    rpID: hostOf(ceremony),
    challenge: bytesOf(await makeChallenge(db, ceremony.browser)),
    userVerification: 'required',
  });

/** The options for an authenticator to create a passkey for a user. */
export async function askForNewPasskey(db: Database, user: User, ceremony: Ceremony) {
  const known = await db.passkey.findMany({ where: { userId: user.id } });
  return (await webAuthn()).generateRegistrationOptions({
    rpName: 'Tidings',
    rpID: hostOf(ceremony),
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    challenge: bytesOf(await makeChallenge(db, ceremony.browser)),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** A verified new passkey. */
export type NewPasskey = VerifiedRegistrationResponse['registrationInfo'] & {};

/** The passkey created by an authenticator; its challenge is used up. Throws ValidationError if the verification fails. */
export async function verifyNewPasskey(db: Database, response: unknown, ceremony: Ceremony): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => useChallenge(db, challenge, ceremony.browser),
    expectedOrigin: ceremony.origin,
    expectedRPID: hostOf(ceremony),
  }).catch(refuse);
  if (!verified.verified) return refuse();
  return verified.registrationInfo;
}

/** Stores a passkey of a user. */
export async function storePasskey(db: Database, user: User, { credential }: NewPasskey): Promise<OfUser> {
  const id = newId();
  const name = `Passkey of ${databaseNow(db).toISOString().slice(0, 10)}`.slice(0, LONGEST_NAME);
  await db.passkey.create({
    data: {
      id,
      userId: user.id,
      name,
      credentialId: credential.id,
      counter: credential.counter,
      publicKey: new Uint8Array(credential.publicKey),
      transports: credential.transports ?? [],
    },
  });
  return { id, userId: user.id, name };
}

/** The user whose passkey signed. Throws ValidationError if it is unknown or the verification fails. */
export async function userByPasskey(db: Database, response: unknown, ceremony: Ceremony): Promise<User> {
  const { id } = Object(response) as { id?: unknown };
  const passkey =
    typeof id === 'string' && (await db.passkey.findUnique({ where: { credentialId: id }, include: { user: true } }));
  if (!passkey) return refuse();
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => useChallenge(db, challenge, ceremony.browser),
    expectedOrigin: ceremony.origin,
    expectedRPID: hostOf(ceremony),
    credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: Number(passkey.counter) },
  }).catch(refuse);
  if (!verified.verified) return refuse();
  await run(
    db,
    sql`update passkeys set counter = ${verified.authenticationInfo.newCounter}, last_used_at = now()
        where id = ${passkey.id}::uuid`,
  );
  return passkey.user;
}

function refuse(): never {
  throw new ValidationError([{ path: ['passkey'], problem: 'The passkey was not accepted.' }]);
}
