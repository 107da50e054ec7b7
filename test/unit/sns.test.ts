import { expect, test } from 'vitest';
import { Sns } from '../../src/feedback/providers/sns.ts';

const message = { Type: 'Notification', SignatureVersion: '2', Signature: 'AAAA', Message: 'x' };

test.each([
  'http://sns.eu-west-1.amazonaws.com/x.pem',
  'https://sns.eu-west-1.amazonaws.com.evil.test/x.pem',
  'https://evil.test/sns.eu-west-1.amazonaws.com/x.pem',
  'https://evil.test#sns.eu-west-1.amazonaws.com/x.pem',
  'https://sns.eu-west-1.amazonaws.com@evil.test/x.pem',
  'https://user@sns.eu-west-1.amazonaws.com/x.pem',
  'https://sns.eu-west-1.amazonaws.com:8443/x.pem',
  'https://evil-sns.eu-west-1.amazonaws.com/x.pem',
  'https://sns.evil.amazonaws.com/x.pem',
  'https://sns.eu-west-1.evil.amazonaws.com/x.pem',
  'https://s3.eu-west-1.amazonaws.com/x.pem',
  'https://sns.eu-west-1.amazonaws.com/x.pem?a=b',
  'https://sns.eu-west-1.amazonaws.com/?Action=x.pem',
  'https://169.254.169.254/x.pem',
  'file:///etc/x.pem',
  '',
])('a certificate at %s is not fetched, and its message is refused', async (SigningCertURL) => {
  expect(await new Sns().isGenuine({ ...message, SigningCertURL })).toBe(false);
});

test.each([
  'https://evil.test/?Action=ConfirmSubscription',
  'http://127.0.0.1/?x',
  'https://sns.eu-west-1.amazonaws.com/x',
])('%s is not visited', async (address) => {
  await expect(new Sns().confirm(address)).rejects.toMatchObject({ status: 403 });
});
