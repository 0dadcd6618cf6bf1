import { hash, verify } from "@node-rs/argon2";
import { Failure } from "#core/failure.ts";

// OWASP's argon2id parameters: 19 MiB, two passes.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LENGTH_MIN = 12;
const BYTES_MAX = 1_024;

/** The PHC string to store for a password; refuses one shorter than 12 characters or longer than 1,024 bytes. */
export async function hashPassword(password: string): Promise<string> {
  const normal = password.normalize("NFKC");
  if ([...normal].length < LENGTH_MIN) {
    throw new Failure("VALIDATION_ERROR", `A password has at least ${LENGTH_MIN} characters.`);
  }
  if (Buffer.byteLength(normal) > BYTES_MAX) {
    throw new Failure("VALIDATION_ERROR", `A password has at most ${BYTES_MAX} bytes.`);
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
