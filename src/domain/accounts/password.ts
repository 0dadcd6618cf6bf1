import { hash, verify } from "@node-rs/argon2";
import { Failure } from "#core/failure.ts";

// OWASP's argon2id parameters: 19 MiB, two passes.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LENGTH_MIN = 12;
const BYTES_MAX = 1_024;

/** What is tried first at every door and is long enough for ours. */
const COMMON = new Set(
  `password1234 password12345 password123456 password1234! p@ssword1234 passw0rd1234 mypassword12
  mypassword123 123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 012345678901
  098765432109 qwertyuiop12 qwertyuiop123 qwertyuiop1234 qwertyuiop[] qwertyuiopas qwertyuiopasdf
  qwerty123456 qwerty1234567 1q2w3e4r5t6y 1qaz2wsx3edc 1qaz2wsx3edc4rfv q1w2e3r4t5y6 zaq12wsxcde3
  asdfghjkl123 zxcvbnm12345 abcdefghijkl abcdefghijklm abcd12345678 abc123456789 a1b2c3d4e5f6
  iloveyou1234 iloveyou12345 letmein12345 letmein123456 welcome12345 welcome123456 welcome1234!
  administrator administrator1 admin1234567 admin12345678 admin123456789 changeme1234 changeme12345
  changemeplease trustno1trustno1 sunshine1234 princess1234 football1234 baseball1234 superman1234
  monkey123456 dragon123456 secret123456 default12345 earshot12345 earshot123456 correcthorsebatterystaple`
    .trim()
    .split(/\s+/),
);

/** The PHC string to store for a password; refuses one that is shorter than 12 characters, longer than 1,024 bytes, or what everybody tries first. */
export async function hashPassword(password: string): Promise<string> {
  const normal = password.normalize("NFKC");
  if ([...normal].length < LENGTH_MIN) {
    throw new Failure("VALIDATION_ERROR", `A password has at least ${LENGTH_MIN} characters.`);
  }
  if (Buffer.byteLength(normal) > BYTES_MAX) {
    throw new Failure("VALIDATION_ERROR", `A password has at most ${BYTES_MAX} bytes.`);
  }
  if (COMMON.has(normal.toLowerCase()) || /^(.{1,8})\1+$/su.test(normal)) {
    throw new Failure("VALIDATION_ERROR", "This password is among the first that attackers try.");
  }
  return hash(normal, PARAMETERS);
}

let decoy: Promise<string> | undefined;

/** True when `password` is the one behind `stored`; takes as long when there is none. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const normal = password.normalize("NFKC");
  if (Buffer.byteLength(normal) > BYTES_MAX) return false;
  decoy ??= hash("no user has this password", PARAMETERS);
  const matches = await verify(stored ?? (await decoy), normal);
  return stored !== null && matches;
}
