import { EngineFailure } from "#core/answer-engine.ts";
import { Failure } from "#core/failure.ts";
import type { Vault } from "#core/ports.ts";

const AGAIN_SECONDS = 300;

/**
 * A provider's kept key as it is sent; throws `EngineFailure` where it cannot be opened: the model is left alone, and asked
 * again by itself, as the operator may set the key again that sealed it.
 */
export function openKey(vault: Vault, sealed: Buffer | null): string | null {
  try {
    return sealed && vault.open(sealed);
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    throw new EngineFailure(
      "paused_target",
      `${cause.message}: enter the provider's key again under Assistants, or have the operator set that ENCRYPTION_KEY again.`,
      { cause, retry_after_seconds: AGAIN_SECONDS },
    );
  }
}
