import type { OnboardingModel, Providers } from "#core/ports.ts";
import { isLanguageModel } from "#domain/judging/judge.ts";

type Settings = {
  ONBOARDING_MODEL: string | undefined;
  ONBOARDING_MODEL_KEY: string | undefined;
  ONBOARDING_MODEL_URL: string | undefined;
};

/** The model that proposes at the operator's cost, null when none is set; an unusable setting ends in an Error that names it. */
export function openOnboardingModel(
  {
    ONBOARDING_MODEL: text,
    ONBOARDING_MODEL_KEY: api_key,
    ONBOARDING_MODEL_URL: url,
  }: Partial<Settings>,
  providers: Providers,
): OnboardingModel | null {
  if (!text) return null;
  const [, name = "", requested_model = ""] = /^([^/]*)\/(.*)$/.exec(text) ?? [];
  const provider = providers.get(name);
  if (!provider || !isLanguageModel(provider) || !requested_model) {
    const known = [...providers.values()].filter(isLanguageModel).map((one) => one.provider);
    throw new Error(
      `ONBOARDING_MODEL: must be provider/model with one of these providers: ${known.join(", ")}`,
    );
  }
  if (provider.key_label && !api_key) {
    throw new Error(`ONBOARDING_MODEL_KEY: ${provider.label} needs one`);
  }
  const base_url = url ?? provider.default_base_url;
  if (!base_url) throw new Error(`ONBOARDING_MODEL_URL: ${provider.label} needs one`);
  return {
    name: requested_model,
    ask: (question) =>
      provider.engine.ask({
        ...{ ...question, requested_model, base_url, api_key: api_key ?? null },
        ...{ country_code: null, language_code: null, parameters: { search: "off" } },
      }),
  };
}
