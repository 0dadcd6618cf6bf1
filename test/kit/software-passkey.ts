import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** What an authenticator does other than it should; all else is right. */
export type Twist = {
  origin?: string;
  rp_id?: string;
  type?: string;
  challenge?: string;
  /** Bits of the authenticator's data (WebAuthn 6.1): 1 present, 4 verified, 64 has a key in it. */
  flags?: number;
  counter?: number;
  key?: KeyObject;
  id?: string;
  more?: Record<string, unknown>;
};

const PRESENT_AND_VERIFIED = 5;
const HAS_KEY = 64;
const digest = (data: string | Buffer) => createHash("sha256").update(data).digest();
const text = (data: Buffer) => data.toString("base64url");

/** A passkey in software, as an attacker would write one: it signs what it is told to. */
export class SoftwarePasskey {
  readonly id = text(randomBytes(32));
  readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 0;
  readonly #origin: string;
  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The answer to options for making a passkey. */
  register({ challenge }: { challenge: string }, twist: Twist = {}) {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const [idBytes, length] = [Buffer.from(twist.id ?? this.id, "base64url"), Buffer.alloc(2)];
    length.writeUInt16BE(idBytes.length);
    // COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    const key = Buffer.concat([
      ...[Buffer.from("a5010203262001215820", "hex"), Buffer.from(x, "base64url")],
      ...[Buffer.from("225820", "hex"), Buffer.from(y, "base64url")],
    ]);
    const data = this.#data(twist, (twist.flags ?? PRESENT_AND_VERIFIED) | HAS_KEY);
    const authData = Buffer.concat([data, Buffer.alloc(16), length, idBytes, key]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(authData.length);
    // CBOR: {fmt: "none", attStmt: {}, authData}
    const attestationObject = Buffer.concat([
      ...[
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
        size,
        authData,
      ],
    ]);
    const client = this.#client("webauthn.create", challenge, twist);
    const response = { clientDataJSON: text(client), attestationObject: text(attestationObject) };
    return this.#answer({ ...response, transports: ["internal"] }, twist);
  }

  /** The answer to options for signing in. */
  signIn({ challenge }: { challenge: string }, twist: Twist = {}) {
    const data = this.#data(twist, twist.flags ?? PRESENT_AND_VERIFIED);
    const client = this.#client("webauthn.get", challenge, twist);
    const signed = Buffer.concat([data, digest(client)]);
    const signature = sign("sha256", signed, twist.key ?? this.keys.privateKey);
    const response = { clientDataJSON: text(client), authenticatorData: text(data) };
    return this.#answer({ ...response, signature: text(signature) }, twist);
  }

  #data({ rp_id, counter }: Twist, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? ++this.counter);
    const place = rp_id ?? new URL(this.#origin).hostname;
    return Buffer.concat([digest(place), Buffer.from([flags]), count]);
  }

  #client(type: string, challenge: string, twist: Twist): Buffer {
    const origin = twist.origin ?? this.#origin;
    const said = { type: twist.type ?? type, challenge: twist.challenge ?? challenge, origin };
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false, ...twist.more }));
  }

  #answer(response: Record<string, unknown>, twist: Twist) {
    const id = twist.id ?? this.id;
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }
}
