// Written by npm run contract from contract/openapi.json.
export type Action = {
/** Names it; get_action and update_action take it. */ action_key: string;
/** Answers it was found in. */ answer_count: number | null;
/** The competitor named most. */ best_brand: {
/** Its name. */ name: string;
/** Of the own brand in the same answers, 0 to 1. */ own_share: number;
/** Of the answers of total, 0 to 1. */ share: number;
/** The answers it was counted in: of a site the newest 100 at most. */ total: number;
} | null;
/** E-mail address of who decided last. */ changed_by: string | null;
/** Newest answers that show it; 3. */ chat_ids: (string)[];
/** Kind of the site, of source_gap. */ classification: string | null;
/** Upper end. */ difference_high: number | null;
/** How much more it is named, -1 to 1: lower end of the 95 % interval. */ difference_low: number | null;
/** Registrable domain of the site. */ domain: string | null;
/** Day it is due. */ due_on: string | null;
/** What was seen of it when somebody took it up; null: nobody did, or it is not known. */ expected: {
/** Answers it was found in. */ answer_count: number | null;
/** First day of these answers. */ date_from: string;
/** Last day. */ date_to: string;
/** They were chosen by filters. */ is_filtered: boolean;
/** Those that named the own brand. */ own_count: number | null;
/** Answers to win at most; null: it was no lead. */ prize: number | null;
/** Of these at least. */ prize_low: number | null;
/** Of the page. */ title: string | null;
/** Own page it was about. */ url: string | null;
} | null;
/** Null until something is decided. */ id: string | null;
/** prompt_gap: prompts where a competitor is named more; source_gap: sites whose citing answers name a competitor more; page_unnamed: own pages cited by answers that name only competitors; page_lost: own pages no longer cited; page_uncited: own pages read and never cited. */ kind: ("prompt_gap" | "source_gap" | "page_unnamed" | "page_lost" | "page_uncited");
/** What is or was done. */ note: string | null;
/** Those that name the own brand. */ own_count: number | null;
/** Who does it. */ owner: string | null;
/** Answers to win at most; null: no longer a lead in these days, or just decided. */ prize: number | null;
/** Of these at least: of gaps the lower end of the competitor's lead, of own pages half. Leads with most come first. */ prize_low: number | null;
/** Null: not about one. */ prompt: {
/** Id of a prompt. */ id: string;
/** The words. */ text: string;
} | null;
/** Why it is dismissed. */ reason: string | null;
/** Day it went live. */ shipped_on: string | null;
/** open: nobody decided yet. */ status: ("open" | "doing" | "done" | "dismissed");
/** Of the page. */ title: string | null;
/** When that was. */ updated_at: string | null;
/** Own page it is about, or that most answers to its prompt cite, three at least. */ url: string | null;
};
export type ActionDetail = {
/** Names it; get_action and update_action take it. */ action_key: string;
/** Answers it was found in. */ answer_count: number | null;
/** The competitor named most. */ best_brand: {
/** Its name. */ name: string;
/** Of the own brand in the same answers, 0 to 1. */ own_share: number;
/** Of the answers of total, 0 to 1. */ share: number;
/** The answers it was counted in: of a site the newest 100 at most. */ total: number;
} | null;
/** What the winning answers share. */ brief: {
/** Newest answers it is made of; 60 at most. */ answer_count: number;
/** What several say of competitors, as one says it; 5. */ claims: ({
/** The competitors that these say it of. */ brands: (string)[];
/** Of the brief's answers. */ chat_count: number;
/** Id of a chat. */ chat_id: string;
/** The words. */ text: string;
})[];
/** The competitors they name, those with most first; 10. */ competitors: ({
/** Id of a brand. */ brand_id: string;
/** Of the brief's answers. */ chat_count: number;
})[];
/** The prompts they answer, those with most first; 20. */ prompts: ({
/** Of the brief's answers. */ chat_count: number;
/** Id of a prompt. */ id: string;
/** The words. */ text: string;
})[];
/** Pages they cite most; 5. */ sources: ({
/** Of the brief's answers. */ chat_count: number;
/** Registrable domain of the site. */ domain: string;
/** Title of the page; null: unknown. */ title: string | null;
/** Address of the page. */ url: string;
})[];
/** Telling words surely more frequent here than in answers to other prompts; 12. */ words: ({
/** Of the brief's answers. */ chat_count: number;
/** Of the other answers, 0 to 1. */ elsewhere_share: number;
/** Folded: without case and accents. */ word: string;
})[];
};
/** E-mail address of who decided last. */ changed_by: string | null;
/** Newest answers that show it; 3. */ chat_ids: (string)[];
/** Kind of the site, of source_gap. */ classification: string | null;
/** Upper end. */ difference_high: number | null;
/** How much more it is named, -1 to 1: lower end of the 95 % interval. */ difference_low: number | null;
/** Registrable domain of the site. */ domain: string | null;
/** Day it is due. */ due_on: string | null;
/** The 28 days before shipped_on and up to as many from it on; null: not shipped, or dismissed. */ effect: {
/** From then on. */ after: {
/** To the prompts it is about. */ touched: {
/** Usable answers. */ answers: number;
/** Answers that name the own brand. */ named: number;
/** Of these: each prompt and model adds as much before as after, 0 to 1. */ share: number;
};
/** To all others. */ untouched: {
/** Usable answers. */ answers: number;
/** Answers that name the own brand. */ named: number;
/** Of these: each prompt and model adds as much before as after, 0 to 1. */ share: number;
};
} | null;
/** Before it shipped. */ before: {
/** To the prompts it is about. */ touched: {
/** Usable answers. */ answers: number;
/** Answers that name the own brand. */ named: number;
/** Of these: each prompt and model adds as much before as after, 0 to 1. */ share: number;
};
/** To all others. */ untouched: {
/** Usable answers. */ answers: number;
/** Answers that name the own brand. */ named: number;
/** Of these: each prompt and model adds as much before as after, 0 to 1. */ share: number;
};
} | null;
/** Whether answers to these prompts cite the own page it is about; null: not known. */ cited: {
/** From then on. */ after: {
/** Usable answers, of models that report sources. */ answers: number;
/** Answers that cite the page. */ cited: number;
/** Of these: each prompt and model adds as much before as after, 0 to 1. */ share: number;
};
/** Before it shipped. */ before: {
/** Usable answers, of models that report sources. */ answers: number;
/** Answers that cite the page. */ cited: number;
/** Of these: each prompt and model adds as much before as after, 0 to 1. */ share: number;
};
/** Upper end of the 95 % interval. */ high: number;
/** Of its 95 % interval. */ low: number;
/** How much the share of citing answers rose. */ value: number;
} | null;
/** Upper end of the 95 % interval. */ high: number | null;
/** Of its 95 % interval. */ low: number | null;
/** Why nothing is known yet. */ reason: string | null;
/** Prompts it is about, answered before and after. */ touched_prompts: number;
/** Others answered before and after that neither name the own brand nor, where enough are left, are touched by another action that shipped in these days. */ untouched_prompts: number;
/** How much more visibility rose in touched prompts than in all others. */ value: number | null;
} | null;
/** What was seen of it when somebody took it up; null: nobody did, or it is not known. */ expected: {
/** Answers it was found in. */ answer_count: number | null;
/** First day of these answers. */ date_from: string;
/** Last day. */ date_to: string;
/** They were chosen by filters. */ is_filtered: boolean;
/** Those that named the own brand. */ own_count: number | null;
/** Answers to win at most; null: it was no lead. */ prize: number | null;
/** Of these at least. */ prize_low: number | null;
/** Of the page. */ title: string | null;
/** Own page it was about. */ url: string | null;
} | null;
/** Null until something is decided. */ id: string | null;
/** prompt_gap: prompts where a competitor is named more; source_gap: sites whose citing answers name a competitor more; page_unnamed: own pages cited by answers that name only competitors; page_lost: own pages no longer cited; page_uncited: own pages read and never cited. */ kind: ("prompt_gap" | "source_gap" | "page_unnamed" | "page_lost" | "page_uncited");
/** What is or was done. */ note: string | null;
/** Those that name the own brand. */ own_count: number | null;
/** Who does it. */ owner: string | null;
/** Answers to win at most; null: no longer a lead in these days, or just decided. */ prize: number | null;
/** Of these at least: of gaps the lower end of the competitor's lead, of own pages half. Leads with most come first. */ prize_low: number | null;
/** Null: not about one. */ prompt: {
/** Id of a prompt. */ id: string;
/** The words. */ text: string;
} | null;
/** Why it is dismissed. */ reason: string | null;
/** Day it went live. */ shipped_on: string | null;
/** open: nobody decided yet. */ status: ("open" | "doing" | "done" | "dismissed");
/** Of the page. */ title: string | null;
/** Why its effect could not be told if it shipped today; null: it could, or is told. */ unmeasurable: string | null;
/** When that was. */ updated_at: string | null;
/** Own page it is about, or that most answers to its prompt cite, three at least. */ url: string | null;
};
export type Brand = {
/** Other spellings that count as the brand. */ aliases: ({
/** True when only this spelling counts. */ case_sensitive: boolean;
/** Another way the brand is written. */ text: string;
})[];
/** Colour in charts, as #rrggbb. */ color: string;
/** When it was made. */ created_at: string;
/** The brand's own domains. */ domains: (string)[];
/** Phrases that do not count as the brand. */ exclude_phrases: (string)[];
/** Id of a brand. */ id: string;
/** True for the project's own brand, of which there is one. */ is_own: boolean;
/** Name, unique in the project. */ name: string;
/** A pattern for further spellings, or null. */ regex: string | null;
/** How it came to be tracked. */ source: ("manual" | "suggestion" | "onboarding");
/** recalculating: stored answers are being read again with the new rules; of the own brand, also without one that was deleted. */ status: ("ready" | "recalculating");
};
export type BrandReportRow = {
/** How it was asked: all that is known. */ asked?: string;
/** The tracked brand. */ brand: {
/** Its id. */ id: string;
/** Whether it is the project's own brand. */ is_own: boolean;
/** Its name. */ name: string;
};
/** What changed since the period before; null where there is nothing to compare. */ change?: {
mention_count: Change;
position: Change;
sentiment: Change;
share_of_voice: Change;
visibility: Change;
} | null;
/** Country, ISO 3166-1 alpha-2. */ country_code?: string;
/** Day, in the project's time zone. */ date?: string;
/** Answers that name it first. */ first_count: number;
/** Why a number that is defined has no interval for the same prompts; of rates per page or answer none is told. */ interval_reason?: ("too few days" | "not enough data");
/** Of rows by week or month: the range leaves out some of its days. */ is_partial?: boolean;
/** How the row's numbers differ from those of other_brand_id in the same answers. */ lead?: {
position: Lead;
sentiment: Lead;
share_of_voice: Lead;
visibility: Lead;
} | null;
/** Times it is named. */ mention_count: number;
/** Id of the model. */ model_id?: string;
/** Its first day. */ month?: string;
/** Mean rank of first appearance where mentioned. */ position: number | null;
/** Answers that the mean rank is over. */ position_count: number;
/** Its upper end. */ position_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ position_low: number | null;
/** Its upper end. */ position_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ position_questions_low: number | null;
/** Sum of the ranks. */ position_sum: number;
/** The days compared with. */ previous?: {
/** Answers that name it first. */ first_count: number;
/** Why a number that is defined has no interval for the same prompts; of rates per page or answer none is told. */ interval_reason?: ("too few days" | "not enough data");
/** Times it is named. */ mention_count: number;
/** Mean rank of first appearance where mentioned. */ position: number | null;
/** Answers that the mean rank is over. */ position_count: number;
/** Its upper end. */ position_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ position_low: number | null;
/** Its upper end. */ position_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ position_questions_low: number | null;
/** Sum of the ranks. */ position_sum: number;
/** Why a number that is defined has no interval for questions like these. */ questions_reason?: ("too few prompts" | "too many answers");
/** 0 to 100, 50 neutral; an estimate. */ sentiment: number | null;
/** Scored answers. */ sentiment_count: number;
/** Its upper end. */ sentiment_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ sentiment_low: number | null;
/** Its upper end. */ sentiment_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ sentiment_questions_low: number | null;
/** Sum of scores from -1 to 1. */ sentiment_sum: number;
/** visibility_count / share_of_voice_total. */ share_of_voice: number | null;
/** Its upper end. */ share_of_voice_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ share_of_voice_low: number | null;
/** Its upper end. */ share_of_voice_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ share_of_voice_questions_low: number | null;
/** Mentioning answers, summed over all tracked brands. */ share_of_voice_total: number;
/** Answers that mention it / usable answers. */ visibility: number | null;
/** Answers that mention it. */ visibility_count: number;
/** Its upper end. */ visibility_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ visibility_low: number | null;
/** Its upper end. */ visibility_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ visibility_questions_low: number | null;
/** Usable answers. */ visibility_total: number;
} | null;
/** Id of the prompt. */ prompt_id?: string;
/** Why a number that is defined has no interval for questions like these. */ questions_reason?: ("too few prompts" | "too many answers");
/** Whether the model searched. */ searched?: ("true" | "false" | "unknown");
/** 0 to 100, 50 neutral; an estimate. */ sentiment: number | null;
/** Scored answers. */ sentiment_count: number;
/** Its upper end. */ sentiment_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ sentiment_low: number | null;
/** Its upper end. */ sentiment_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ sentiment_questions_low: number | null;
/** Sum of scores from -1 to 1. */ sentiment_sum: number;
/** visibility_count / share_of_voice_total. */ share_of_voice: number | null;
/** Its upper end. */ share_of_voice_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ share_of_voice_low: number | null;
/** Its upper end. */ share_of_voice_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ share_of_voice_questions_low: number | null;
/** Mentioning answers, summed over all tracked brands. */ share_of_voice_total: number;
/** Id of the tag. */ tag_id?: string;
/** Null: prompts without a topic. */ topic_id?: string | null;
/** Answers that mention it / usable answers. */ visibility: number | null;
/** Answers that mention it. */ visibility_count: number;
/** Its upper end. */ visibility_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ visibility_low: number | null;
/** Its upper end. */ visibility_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ visibility_questions_low: number | null;
/** Usable answers. */ visibility_total: number;
/** Its Monday. */ week?: string;
};
export type BrandSuggestion = {
/** Captured answers it was found in. */ chat_count: number;
/** When the newest answers were read for it: later ones are in no number here; null where it was not noted. */ counted_at: string | null;
/** When it was first suggested. */ created_at: string;
/** When it was accepted or rejected; null while open. */ decided_at: string | null;
/** Domains that seem to belong to it. */ domains: (string)[];
/** Up to three passages it was found in. */ examples: ({
/** Id of a chat. */ chat_id: string;
/** The passage, as the assistant wrote it. */ text: string;
})[];
/** Day of the earliest answer it was found in; null where none was noted. */ first_day: string | null;
/** Id of a suggestion. */ id: string;
/** What it would become. */ kind: ("brand");
/** Models whose answers it was found in. */ model_count: number;
/** Name of the brand, as answers write it. */ name: string;
/** Why it is suggested, in a sentence. */ reason: string;
/** The brand that accepting made; null before, and once it is deleted. */ result_id: string | null;
/** open until it is accepted or rejected. */ status: ("open" | "accepted" | "rejected");
};
export type Budget = {
/** Most a day may cost in USD; null: no cap. */ daily_cap_usd: number | null;
/** An estimate over the models whose price is known; null when none is. */ estimated_cost_per_day_usd: number | null;
/** Most a month may cost in USD; null: no cap. */ monthly_cap_usd: number | null;
/** Answers a scheduled day asks for. */ planned_answers_per_day: number;
/** Spent and set aside this month, in USD. */ spent_this_month_usd: number;
/** Spent and set aside today, in USD. */ spent_today_usd: number;
/** Answers of them whose price is not known, which the estimate leaves out. */ unpriced_answers_per_day: number;
};
export type BudgetByModel = {
/** Most a day may cost in USD; null: no cap. */ daily_cap_usd: number | null;
/** An estimate over the models whose price is known; null when none is. */ estimated_cost_per_day_usd: number | null;
/** What each model that was asked this month cost. */ models: ({
/** Id of a model. */ model_id: string;
/** Spent and set aside for it this month, in USD. */ spent_this_month_usd: number;
/** Spent and set aside for it today, in USD. */ spent_today_usd: number;
})[];
/** Most a month may cost in USD; null: no cap. */ monthly_cap_usd: number | null;
/** Answers a scheduled day asks for. */ planned_answers_per_day: number;
/** Spent and set aside this month, in USD. */ spent_this_month_usd: number;
/** Spent and set aside today, in USD. */ spent_today_usd: number;
/** Answers of them whose price is not known, which the estimate leaves out. */ unpriced_answers_per_day: number;
};
export type Change = {
/** Upper end of the 95 % interval. */ high: number | null;
/** 95 % interval of the difference; null: none is defined. */ low: number | null;
/** The chance of a difference as large where nothing changed; null: unknown. */ p: number | null;
/** Why there is no interval. */ reason?: ("too few prompts" | "too few days" | "not enough data" | "too many answers");
/** More than chance: of all that a report calls so, at most 5 % are chance; null: unknown. */ significant: boolean | null;
/** Now less before, of the prompts and models asked in both where there is an interval; null: not defined. */ value: number | null;
};
export type ChangeExplanation = {
/** What comes from asking other prompts, other models or in other amounts. */ asked_otherwise: {
/** Models with answers in the days asked about alone. */ models_added: number;
/** Models with answers in the days before alone. */ models_dropped: number;
/** Prompts with answers in the days asked about alone. */ prompts_added: number;
/** Prompts with answers in the days before alone. */ prompts_dropped: number;
/** The rest of the change: other questions asked. */ value: number | null;
};
/** The tracked brand. */ brand: {
/** Id of a brand. */ id: string;
/** Whether it is the project's own brand. */ is_own: boolean;
/** Its name. */ name: string;
};
/** Within what was asked in both periods: what the parts add up to. */ change: (Change);
/** The items of this page, in an order that stays. */ data: (ChangePart)[];
/** The limit that was asked for. */ limit: number;
/** Models that were another, or were asked in another way, on a day in between. */ model_changes: ({
/** Day, in the project's time zone. */ date: string;
/** Id of a model. */ model_id: string;
/** That of most answers before. */ previous_value: string;
/** That of most answers from that day on. */ value: string;
/** What is another, as in the list of changes of models. */ what: ("searched" | "served_model" | "search" | "tool" | "effort" | "country");
})[];
/** The offset that was asked for. */ offset: number;
/** The parts of each split; 12 of them are told unless all are asked for. */ part_counts: {
/** Countries. */ country: number;
/** Models. */ model: number;
/** Prompts. */ prompt: number;
/** Sites. */ site: number;
/** Topics. */ topic: number;
};
/** The answers of the days asked about. */ population: (Population);
/** What is certain of it and what may be chance, in words. */ summary: string;
/** Items there are without paging. */ total_count: number;
/** The share of all usable answers that name the brand. */ visibility: {
/** Usable answers in the days before. */ answers_before: number;
/** Usable answers in the days asked about. */ answers_now: number;
/** In the days before; null: no answers. */ before: number | null;
/** In the days asked about; null: no answers. */ now: number | null;
};
};
export type ChangePart = {
/** Usable answers in the days before. */ answers_before: number;
/** Usable answers in the days asked about. */ answers_now: number;
/** Chance judged by how prompts differ, or by how answers to the same ones vary. */ basis: ("prompts" | "answers" | null) | null;
/** Share that names the brand; of a site: share that uses it. */ before: number;
/** Of the change; of a site: what goes along with its use. */ contribution: number;
/** Country, ISO 3166-1 alpha-2. */ country_code?: string;
/** Registrable domain of the site. */ domain?: string;
/** Upper end of the 95 % interval. */ high: number | null;
/** 95 % interval of it; of a site: of the change of use. */ low: number | null;
/** Id of a model. */ model_id?: string;
/** The same in the days asked about. */ now: number;
/** Id of a prompt. */ prompt_id?: string;
/** Why it is not tested. */ reason?: ("too few prompts" | "too few days" | "not enough data" | "too many answers");
/** More than chance; null: not tested. */ significant: boolean | null;
/** Parts of one split add up to the change, but for sites: answers use several. */ split: ("model" | "country" | "topic" | "prompt" | "site");
/** Null: prompts without a topic. */ topic_id?: string | null;
};
export type Chat = {
/** Tracked brands it mentions, by first appearance. */ brand_ids: (string)[];
/** When the answer was given. */ captured_at: string;
/** Country, ISO 3166-1 alpha-2. */ country_code: string;
/** Day in the project's time zone. */ date: string;
/** Id of a chat. */ id: string;
/** Id of a model. */ model_id: string;
/** Id of a prompt. */ prompt_id: string;
/** One of several answers to the same prompt, model and day. */ sample: number;
/** Where tone is asked for: on that brand, 0 to 100, an estimate; null: not scored. */ sentiment?: number | null;
/** Pages it read or cites. */ source_count: number;
/** Reports count the answered ones. */ status: ("answered" | "no_answer" | "refused" | "error");
};
export type ChatDetail = {
/** Markdown as captured. */ answer: string;
/** Fields of the usual request that its provider refused, so they were left out. */ asked_without: (string)[];
/** Tracked brands it mentions, by first appearance. */ brand_ids: (string)[];
/** Tracked brands it mentions, by first appearance. */ brands_mentioned: ({
/** Id of a brand. */ brand_id: string;
/** Where it is named; the first 20. */ evidence: ({
/** UTF-16 offset in `answer`. */ end: number;
/** UTF-16 offset in `answer`. */ start: number;
/** The words. */ text: string;
})[];
/** Times it is named. */ mention_count: number;
/** Its name. */ name: string;
/** Rank of first appearance among tracked brands. */ position: number;
/** 0 to 100, an estimate; null: not scored. */ sentiment: number | null;
/** By word lists, by the language model that judges, or as a person decided; null: not scored. */ sentiment_method: ("estimate" | "judge" | "person" | null) | null;
/** The words a judge went by; null: it did not judge. */ sentiment_quote: {
/** UTF-16 offset in `answer`. */ end: number;
/** UTF-16 offset in `answer`. */ start: number;
/** The words. */ text: string;
} | null;
/** The words that made an estimate, the first 6; empty where there is none, or where today's rules come to another. */ sentiment_words: ({
/** UTF-16 offset in `answer`. */ end: number;
/** UTF-16 offset in `answer`. */ start: number;
/** The words. */ text: string;
})[];
})[];
/** When the answer was given. */ captured_at: string;
/** told: with the question; from_there: a vendor asked from there; null: unknown. */ country_asked: ("told" | "from_there" | "not_told" | null) | null;
/** Country, ISO 3166-1 alpha-2. */ country_code: string;
/** Day in the project's time zone. */ date: string;
/** partial: too long or too full of names to be read to its end. */ detection: ("complete" | "partial");
/** How much it was made to think; default: not said; null: unknown. */ effort: string | null;
/** What the page showed beside the answer: in no mention, citation or report. */ extras: ({
/** The tracked brand that it names, if any. */ brand_id: string | null;
/** Registrable domain of the site. */ domain: string | null;
/** Which kind it is. */ kind: ("ad" | "product" | "business" | "entity");
/** As it was shown. */ price: string | null;
/** Title of the page; null: unknown. */ title: string;
/** Address of the page. */ url: string | null;
})[];
/** Whether what its provider sent is kept. */ has_raw_body: boolean;
/** Id of a chat. */ id: string;
/** Its provider ended it at a length limit: it may name fewer brands than a whole one. */ is_cut: boolean;
/** Id of a model. */ model_id: string;
/** Id of a prompt. */ prompt_id: string;
/** The question. */ prompt_text: string;
/** One of several answers to the same prompt, model and day. */ sample: number;
/** Whether it was made to search, left to choose, or given no search; null: unknown. */ search_asked: ("forced" | "chosen" | "off" | null) | null;
/** What was searched for, or whether that is known. */ search_queries: (string)[];
/** Whether it searched; null: unknown. */ search_ran: boolean | null;
/** The tool it searched with; null: none or unknown. */ search_tool: string | null;
/** The version that answered, if known. */ served_model: string | null;
/** Pages it read or cites. */ source_count: number;
/** Pages the answer read or cites. */ sources: ({
/** Citations of it. */ citation_count: number;
/** Rank among the cited; null: not cited. */ citation_position: number | null;
/** Whether, or how often, the answer points to it. */ cited: boolean;
/** Kind of site: own, competitor, corporate, editorial, ugc, reference and so on. */ classification: string;
/** Registrable domain of the site. */ domain: string;
/** Kind of page, read from its address and title. */ page_type: string;
/** Whether, or how often, the answer read it. */ retrieved: boolean;
/** Title of the page; null: unknown. */ title: string | null;
/** As the answer gave it. */ url: string;
/** Address by which the page is counted. */ url_normalized: string;
})[];
/** Reports count the answered ones. */ status: ("answered" | "no_answer" | "refused" | "error");
};
export type ComparisonReport = {
/** Such prompts and days. */ cells: number;
/** Share of answers that cite: the other less the one. */ citing: (Change);
/** Each brand, the own one first. */ data: ({
/** The tracked brand. */ brand: {
/** Its id. */ id: string;
/** Whether it is the project's own brand. */ is_own: boolean;
/** Its name. */ name: string;
};
/** As model_id mentions it. */ one: {
/** Mean rank of first appearance where mentioned; null: nowhere. */ position: number | null;
/** Share of the answers that mention it; null without any. */ visibility: number | null;
/** Answers that mention it. */ visibility_count: number;
/** Answers of both's prompts and days. */ visibility_total: number;
};
/** As other_model_id mentions it. */ other: {
/** Mean rank of first appearance where mentioned; null: nowhere. */ position: number | null;
/** Share of the answers that mention it; null without any. */ visibility: number | null;
/** Answers that mention it. */ visibility_count: number;
/** Answers of both's prompts and days. */ visibility_total: number;
};
/** The other less the one; below zero: earlier. */ position: (Change);
/** Prompts where both mention it. */ position_prompts: number;
/** The other less the one. */ visibility: (Change);
})[];
/** The model of model_id. */ one: {
/** Usable answers to the prompts and days of both. */ answers: number;
/** Of them, how many cite anything; null where it cannot be reported. */ citing_share: number | null;
};
/** The model of other_model_id. */ other: {
/** Usable answers to the prompts and days of both. */ answers: number;
/** Of them, how many cite anything; null where it cannot be reported. */ citing_share: number | null;
};
/** Cited domains in common (Jaccard); null where a model cannot report them. */ overlap: {
/** Upper end of the 95 % interval. */ high: number | null;
/** 95 % interval over prompts; null with fewer than five. */ low: number | null;
/** The same of the one model's answers on following days. */ one_with_itself: number | null;
/** The same of the other's. */ other_with_itself: number | null;
/** Pairs of answers, one of each model, of which at least one cites. */ pairs: number;
/** Mean over prompts; null where there is nothing to compare. */ value: number | null;
};
population: Population;
/** Prompts that both answered on the same day. */ prompts: number;
};
export type DomainReportRow = {
/** How it was asked: all that is known. */ asked?: string;
/** What changed since the period before; null where there is nothing to compare. */ change?: {
citation_count: Change;
cited_percentage: Change;
retrieved_percentage: Change;
} | null;
/** Citations of it, over all answers. */ citation_count: number;
/** Citations per page read; null: none was read. Has no interval. */ citation_rate: number | null;
/** Answers that cite it. */ cited_chat_count: number;
/** Its upper end. */ cited_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ cited_low: number | null;
/** Answers that cite it / answers that could report it. */ cited_percentage: number | null;
/** Its upper end. */ cited_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ cited_questions_low: number | null;
/** own, competitor, corporate, editorial, ugc, reference, institutional, retail, other */ classification: string;
/** Country, ISO 3166-1 alpha-2. */ country_code?: string;
/** Day, in the project's time zone. */ date?: string;
/** Registrable domain of the site. */ domain: string;
/** Why a number that is defined has no interval for the same prompts; of rates per page or answer none is told. */ interval_reason?: ("too few days" | "not enough data");
/** Of rows by week or month: the range leaves out some of its days. */ is_partial?: boolean;
/** Brands that answers using it mention. */ mentioned_brand_ids: (string)[];
/** Id of the model. */ model_id?: string;
/** Its first day. */ month?: string;
/** The days compared with. */ previous?: {
/** Citations of it, over all answers. */ citation_count: number;
/** Citations per page read; null: none was read. Has no interval. */ citation_rate: number | null;
/** Answers that cite it. */ cited_chat_count: number;
/** Its upper end. */ cited_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ cited_low: number | null;
/** Answers that cite it / answers that could report it. */ cited_percentage: number | null;
/** Its upper end. */ cited_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ cited_questions_low: number | null;
/** Why a number that is defined has no interval for the same prompts; of rates per page or answer none is told. */ interval_reason?: ("too few days" | "not enough data");
/** Why a number that is defined has no interval for questions like these. */ questions_reason?: ("too few prompts" | "too many answers");
/** Pages of it read, over all answers. */ retrieval_count: number;
/** Pages read per answer; may pass 1. Has no interval. */ retrieval_rate: number | null;
/** Answers that read it. */ retrieved_chat_count: number;
/** Its upper end. */ retrieved_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ retrieved_low: number | null;
/** Answers that read it / answers that could report it. */ retrieved_percentage: number | null;
/** Its upper end. */ retrieved_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ retrieved_questions_low: number | null;
/** Usable answers of models that can report sources. */ total_chat_count: number;
} | null;
/** Id of the prompt. */ prompt_id?: string;
/** Why a number that is defined has no interval for questions like these. */ questions_reason?: ("too few prompts" | "too many answers");
/** Pages of it read, over all answers. */ retrieval_count: number;
/** Pages read per answer; may pass 1. Has no interval. */ retrieval_rate: number | null;
/** Answers that read it. */ retrieved_chat_count: number;
/** Its upper end. */ retrieved_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ retrieved_low: number | null;
/** Answers that read it / answers that could report it. */ retrieved_percentage: number | null;
/** Its upper end. */ retrieved_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ retrieved_questions_low: number | null;
/** Whether the model searched. */ searched?: ("true" | "false" | "unknown");
/** Id of the tag. */ tag_id?: string;
/** Null: prompts without a topic. */ topic_id?: string | null;
/** Usable answers of models that can report sources. */ total_chat_count: number;
/** Its Monday. */ week?: string;
};
export type DoubtfulMention = {
/** Id of a brand. */ brand_id: string;
/** The brand. */ brand_name: string;
/** Id of a chat. */ chat_id: string;
/** Whether it counts as a mention. */ counts: boolean;
/** Day, in the project's time zone. */ date: string;
/** What a person decided; it wins. */ decided: boolean | null;
/** When. */ decided_at: string | null;
/** Who decided. */ decided_by: string | null;
/** name: an ordinary word or a very short name; absence: a negation stands beside it; tone: the judge hears praise and the rules criticism, or the other way round. */ doubt: ("name" | "absence" | "tone");
/** Which model, asked in which version of the words. */ judge: string;
/** The judge's word; null: nothing usable. */ judged: boolean | null;
/** The words around the name. */ passage: string;
/** The words the judge went by. */ quote: string | null;
/** Of a doubt about tone, 0 to 100; null: of another. */ tone: {
/** A person's; it wins. */ decided: number | null;
/** The rules'; null: they hear none. */ estimated: number | null;
/** The judge's, which counts until a person decides. */ judged: number;
} | null;
};
export type Error = {
/** The failure. */ error: {
/** What kind of failure it is, for programs. */ code: ("VALIDATION_ERROR" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "UNAVAILABLE");
/** What was wrong, where, and what is legal, for people. */ message: string;
};
};
export type ImportResult = {
/** Lines that could not be used, the first 1000. */ failed: ({
/** What was wrong, as a code of the errors. */ code: string;
/** Number of the line, from 1. */ line: number;
/** What was wrong, in words. */ message: string;
})[];
/** Lines that could not be used, all of them. */ failed_count: number;
/** Answers stored, or that would be, in a dry run. */ imported: number;
/** Those of them that are archived as the plan has room for no more. They are not asked; their answers are kept and count in reports, and `GET /chats` has them with `include_archived`. */ prompts_archived: number;
/** Prompts that were new and made. The active ones are asked from now on. */ prompts_made: number;
/** Answers that were stored before. */ unchanged: number;
};
export type Lead = {
/** Of the difference; all of a report are judged together. */ change?: (Change);
/** Upper end of the 95 % interval. */ high: number | null;
/** 95 % interval if the same prompts were asked again. */ low: number | null;
/** The difference in the days compared with. */ previous?: number | null;
/** Its upper end. */ questions_high: number | null;
/** 95 % interval for questions like these. */ questions_low: number | null;
/** The row's number less that of other_brand_id; null: not defined. */ value: number | null;
};
export type ListedAction = {
/** Names it; get_action and update_action take it. */ action_key: string;
/** Answers it was found in. */ answer_count: number | null;
/** The competitor named most. */ best_brand: {
/** Its name. */ name: string;
/** Of the own brand in the same answers, 0 to 1. */ own_share: number;
/** Of the answers of total, 0 to 1. */ share: number;
/** The answers it was counted in: of a site the newest 100 at most. */ total: number;
} | null;
/** E-mail address of who decided last. */ changed_by: string | null;
/** Newest answers that show it; 3. */ chat_ids: (string)[];
/** Kind of the site, of source_gap. */ classification: string | null;
/** Upper end. */ difference_high: number | null;
/** How much more it is named, -1 to 1: lower end of the 95 % interval. */ difference_low: number | null;
/** Registrable domain of the site. */ domain: string | null;
/** Day it is due. */ due_on: string | null;
/** What was seen of it when somebody took it up; null: nobody did, or it is not known. */ expected: {
/** Answers it was found in. */ answer_count: number | null;
/** First day of these answers. */ date_from: string;
/** Last day. */ date_to: string;
/** They were chosen by filters. */ is_filtered: boolean;
/** Those that named the own brand. */ own_count: number | null;
/** Answers to win at most; null: it was no lead. */ prize: number | null;
/** Of these at least. */ prize_low: number | null;
/** Of the page. */ title: string | null;
/** Own page it was about. */ url: string | null;
} | null;
/** Null until something is decided. */ id: string | null;
/** prompt_gap: prompts where a competitor is named more; source_gap: sites whose citing answers name a competitor more; page_unnamed: own pages cited by answers that name only competitors; page_lost: own pages no longer cited; page_uncited: own pages read and never cited. */ kind: ("prompt_gap" | "source_gap" | "page_unnamed" | "page_lost" | "page_uncited");
/** What is or was done. */ note: string | null;
/** Those that name the own brand. */ own_count: number | null;
/** Who does it. */ owner: string | null;
/** Answers to win at most; null: no longer a lead in these days, or just decided. */ prize: number | null;
/** Of these at least: of gaps the lower end of the competitor's lead, of own pages half. Leads with most come first. */ prize_low: number | null;
/** Null: not about one. */ prompt: {
/** Id of a prompt. */ id: string;
/** The words. */ text: string;
} | null;
/** Why it is dismissed. */ reason: string | null;
/** Day it went live. */ shipped_on: string | null;
/** open: nobody decided yet. */ status: ("open" | "doing" | "done" | "dismissed");
/** Of the page. */ title: string | null;
/** Why its effect could not be told if it shipped today; null: it could, or is told. */ unmeasurable: string | null;
/** When that was. */ updated_at: string | null;
/** Own page it is about, or that most answers to its prompt cite, three at least. */ url: string | null;
};
export type Model = {
/** Id of a model. */ id: string;
/** Whether it is asked. */ is_active: boolean;
/** Its name. */ name: string;
/** Who answers; "simulated" marks invented answers. */ provider: string;
/** The model's name at its provider. */ requested_model: string | null;
/** What it can report or take; false is unsupported, never none. */ supports: {
/** Whether, or how often, the answer points to it. */ cited: boolean;
/** Whether the country can be passed on. */ location: boolean;
/** Whether, or how often, the answer read it. */ retrieved: boolean;
/** What was searched for, or whether that is known. */ search_queries: boolean;
};
/** How answers come to be: an API is not the app of the same maker. */ surface: ("api" | "ui" | "serp" | "local" | "import");
};
export type ModelChange = {
/** First day on which it is so. */ date: string;
/** Id of a model. */ model_id: string;
/** That of most answers before. */ previous_value: string;
/** That of most answers from that day on; of `searched` the share, as 0.85. */ value: string;
/** The version that answers; how answers are asked for, as the filter `asked`; or `searched`: how often it searches. */ what: ("searched" | "served_model" | "search" | "tool" | "effort" | "country");
};
export type ModelReportRow = {
/** All that came back, usable or not; null as usable_share. */ all_answers: number | null;
/** Usable answers. */ answers: number;
/** How much of whether an answer names a brand is repeated by the next day's to the same prompt, 0 to 0.97; worth_divisor follows from it. */ dependence: number | null;
/** The model. */ model: {
/** Its id. */ id: string;
/** Its name. */ name: string;
};
/** Its answers by what became of them. */ population: (Population);
/** Pairs of answers behind repeat_share. */ repeat_pairs: number;
/** Of answers, how many name the very brands of the day before's to the same prompt; null without any. */ repeat_share: number | null;
/** The same of answers to the same prompt on days further apart. */ repeat_share_by_chance: number | null;
/** Answers it searched for. */ searched_count: number;
/** Answers it searched for / those of which it is known. */ searched_share: number | null;
/** Its upper end. */ searched_share_high: number | null;
/** 95 % interval, the same prompts asked again. */ searched_share_low: number | null;
/** Its upper end. */ searched_share_questions_high: number | null;
/** 95 % interval, questions like these. */ searched_share_questions_low: number | null;
/** Usable answers of which it is known. */ searched_total: number;
/** Its usable share less that of all other models together, on the days that both were asked, by days: failures come in bursts. Not defined as usable_share. */ usable_difference: (UsableDifference);
/** answers / (all_answers + without_reply); null where a filter keeps answers by what is in them: unusable ones have nothing in them. */ usable_share: number | null;
/** Questions that nothing came back to, as when a provider is down, or that were not asked before their day was over; one that was asked again on its day counts by what came of it last, once. They are kept as long as runs (runs_days of how long data is kept). Null as usable_share. */ without_reply: number | null;
/** As many independent answers would tell as much of visibility: answers / worth_divisor; null: too few days to know. */ worth_answers: number | null;
/** How many answers are worth one independent answer, from 1 on; null as above. */ worth_divisor: number | null;
};
export type Opportunity = {
/** Usable answers to the prompt; of a source those that cite it and name a tracked brand. */ answer_count: number;
/** The competitor that most of them name. */ best_brand: {
/** Id of a brand. */ id: string;
/** Its name. */ name: string;
};
/** The answers that name it. */ best_count: number;
/** best_count / best_total. */ best_share: number;
/** The answers it was counted in: of a source the newest 100 at most. */ best_total: number;
/** The newest such answers, 3 at most. */ chat_ids: (string)[];
/** Named in evidence_count, most frequent first; 10. */ competitor_ids: (string)[];
/** Country, ISO 3166-1 alpha-2. */ country_code?: string;
/** best_share less own_share in the answers of best_total. */ difference: number;
/** Upper end of the 95 % interval of the difference. */ difference_high: number;
/** Lower end of its 95 % interval: the rank. */ difference_low: number;
/** Newest of missing_count that the evidence is counted in; 200 at most. */ evidence_count: number;
/** missing: the own brand is never named; weak: less than the best competitor. In answers to a prompt, or in those that cite a source. */ kind: ("prompt_missing" | "prompt_weak" | "source_missing" | "source_weak");
/** Answers naming competitors and not the own brand: the prize. */ missing_count: number;
/** Id of the model. */ model_id?: string;
/** Of the answers, those that name the own brand. */ own_count: number;
/** own_count / answer_count. */ own_share: number;
/** Null for a source. */ prompt: {
/** Id of a prompt. */ id: string;
/** Sites that such answers cite most; 3. */ sources: ({
/** Of those of evidence_count. */ chat_count: number;
/** Kind of site: own, competitor, corporate, editorial, ugc, reference and so on. */ classification: string;
/** Registrable domain of the site. */ domain: string;
})[];
/** The words. */ text: string;
} | null;
/** Null for a prompt. Of the 50 sites that most answers without the own brand cite. */ source: {
/** Kind of site: own, competitor, corporate, editorial, ugc, reference and so on. */ classification: string;
/** Registrable domain of the site. */ domain: string;
/** Its pages that such answers cite most; 3. */ pages: ({
/** Of those of evidence_count. */ chat_count: number;
/** Title of the page; null: unknown. */ title: string | null;
/** Address of the page. */ url: string;
})[];
/** The prompts with most such answers; 3. */ prompts: ({
/** Of those of evidence_count. */ chat_count: number;
/** Id of a prompt. */ id: string;
/** The words. */ text: string;
})[];
} | null;
/** Id of the tag. */ tag_id?: string;
/** Null: prompts without a topic. */ topic_id?: string | null;
};
export type Population = {
/** Usable answers: the denominator. */ answers: number;
/** Those of answers to prompts that name the own brand, whose answers name it anyway. */ branded_answers: number;
/** Usable answers that a length limit cut; counted, may name fewer brands. */ cut_answers: number;
/** Failed: what came back could not be read, or it was imported as failed; not counted. */ error: number;
/** Empty: it came back without a text; not counted. */ no_answer: number;
/** Refused: the model declined; not counted. */ refused: number;
};
export type Problem = {
/** An assistant that gives no usable answers now. */ is_down: boolean;
/** Of this model as the judge, not as an assistant. */ is_judge: boolean;
/** What it is called. */ label: string;
/** What is wrong, in a sentence. */ message: string;
/** Id of a model. */ model_id: string;
/** Its name. */ name: string;
/** What is wrong, as a code; null: nothing. */ problem: ("key_refused" | "quota_used_up" | "stopped_answering" | "budget_used_up" | "search_stopped" | "answers_shrank" | "model_changed");
/** When it is tried again; null: not by itself. */ resumes_at: string | null;
/** The provider's own words, without keys. */ said: string | null;
/** When it began. */ since: string;
/** What to do next. */ todo: string;
/** Questions that wait for it, or that it was not asked today. */ waiting: number;
};
export type Project = {
/** Default country of new prompts, ISO 3166-1. */ country_code: string;
/** When it was made. */ created_at: string;
/** The company's main domain. */ domain: string;
/** Id of a project. */ id: string;
/** Default language of new prompts, ISO 639. */ language_code: string;
/** Name shown in reports. */ name: string;
/** What the company is and sells, or null. */ profile: {
/** Whom it sells to. */ audience: string;
/** What line of business it is in. */ industry: string;
/** What it sells. */ products: (string)[];
} | null;
/** When prompts are asked. */ schedule: {
/** Hour of the project's day at which asking begins. */ hour: number;
/** ISO weekdays on which prompts are asked; 1 is Monday. */ weekdays: (number)[];
};
/** onboarding: being set up; active: prompts are asked; paused. */ status: ("onboarding" | "active" | "paused");
/** IANA time zone that decides where a day begins. */ timezone: string;
};
export type Prompt = {
/** Tracked brands that the text names. */ brand_ids: (string)[];
/** Country, ISO 3166-1 alpha-2. */ country_code: string;
/** When it was made. */ created_at: string;
/** Id of a prompt. */ id: string;
/** The text names the own brand. */ is_branded: boolean;
/** Language, ISO 639-1. */ language_code: string;
/** When it was last asked by Earshot. */ last_run_at: string | null;
/** Archived prompts are asked no more. */ status: ("active" | "archived");
tag_ids: (string)[];
/** The words. */ text: string;
/** Id of a topic. */ topic_id: string | null;
};
export type PromptFile = {
/** Lines that cannot be used, the first 1000. */ failed: ({
/** Number of the line that it begins on, from 1. */ line: number;
/** What was wrong, in words. */ message: string;
})[];
/** Lines that cannot be used, all of them. */ failed_count: number;
/** The first of them, to see that it was read well. */ first: string | null;
/** The import that was begun; null in a dry run. */ id: string | null;
/** Columns of a table that say nothing of a prompt, and are not read. */ ignored_columns: (string)[];
/** Tags that it makes. */ new_tags: (string)[];
/** Topics that it makes. */ new_topics: (string)[];
/** Prompts that can be used. */ prompts: number;
/** Of these, how many are there already, or twice in the file. */ unchanged: number;
};
export type PromptImport = {
/** When the file came. */ created_at: string;
/** How many of them are dealt with. */ done: number;
/** Lines that could not be used. */ failed: number;
/** When it ended, or null. */ finished_at: string | null;
/** Id of a prompt import. */ id: string;
/** Prompts that were made. */ imported: number;
/** What ended it early, or null. */ problem: string | null;
/** failed: it ended before its end, and `problem` says why; what was made stays. */ status: ("running" | "done" | "failed");
/** Lines of the file that hold something. */ total: number;
/** Prompts that were there before, or twice in the file. */ unchanged: number;
};
export type PromptImportFailure = {
/** Number of the line that it begins on, from 1. */ line: number;
/** Why it could not be used. */ message: string;
/** The prompt in it, where one could be read. */ prompt: string | null;
};
export type PromptSuggestion = {
/** Captured answers it was found in. */ chat_count: number;
/** When it was first suggested. */ created_at: string;
/** When it was accepted or rejected; null while open. */ decided_at: string | null;
/** Domains that seem to belong to it. */ domains: (string)[];
/** Up to three passages it was found in. */ examples: ({
/** Id of a chat. */ chat_id: string;
/** The passage, as the assistant wrote it. */ text: string;
})[];
/** Id of a suggestion. */ id: string;
/** What it would become. */ kind: ("prompt");
/** Models whose answers it was found in. */ model_count: number;
/** Why it is suggested, in a sentence. */ reason: string;
/** The prompt that accepting made; null before, and once it is deleted. */ result_id: string | null;
/** open until it is accepted or rejected. */ status: ("open" | "accepted" | "rejected");
/** The question to track. */ text: string;
};
export type PromptsChanged = {
data: (Prompt)[];
/** What was not done, and why. */ skipped: ({
/** What was wrong, as a code of the errors. */ code: string;
/** Its id. */ id: string;
/** What was wrong, in words. */ message: string;
})[];
};
export type Retention = {
/** What the project set for answers, or null. */ answers_days: number | null;
/** The first day whose answers are kept; null: all of them. */ answers_from: string | null;
/** What it set for its audit log, or null. */ audit_days: number | null;
/** What holds: the shorter of the project's time and the installation's. */ kept: {
/** Days that answers are kept in fact; null: for ever. */ answers_days: number | null;
/** Days that the audit log is kept in fact; null: for ever. */ audit_days: number | null;
/** Days that providers' bodies are kept in fact; null: for ever. */ raw_bodies_days: number | null;
/** Days that runs are kept in fact; null: for ever. */ runs_days: number | null;
};
/** Until then, if it runs on, the server deletes by how long it ran, since its clock was set, or it was off for days; null: by its clock. */ paused_until: string | null;
/** What it set for providers' bodies, or null. */ raw_bodies_days: number | null;
/** What it set for runs, or null. */ runs_days: number | null;
};
export type Run = {
/** Of the failed, asked again by hand within a week, and answered or waiting now, or repeats of one of the day that failed. */ asked_again: number;
/** Tasks given up because their prompt or model is asked no more. */ cancelled: number;
/** When it was over and reports counted its answers; null: not yet. */ completed_at: string | null;
/** Tasks whose answer was an earlier one given again: paid for, not counted. */ copied: number;
/** Cost so far, an estimate where the provider tells none. */ cost_usd: number;
/** When it was made. */ created_at: string;
/** Day in the project's time zone. */ day: string;
/** Tasks that were answered. */ done: number;
/** What went wrong, or why questions were cancelled, most frequent first. */ errors: ({
/** Of these, counted as asked_again of the run. */ asked_again: number;
/** Questions of these that came back when asked again. */ came_back: number;
/** How many. */ count: number;
/** Questions of these that failed and were not asked again since. */ failed: number;
/** Which kind it is. */ kind: string;
/** What was wrong, in words. */ message: string;
/** Id of a model. */ model_id: string;
})[];
/** Tasks that failed for good. */ failed: number;
/** Id of a run. */ id: string;
/** When its next question is due; null where one is being asked, or none waits but for a model that is paused until that is mended. */ next_due_at: string | null;
/** Tasks in all. */ planned: number;
/** The same, without those that ask again what failed on the day. */ questions: number;
/** Tasks that wait. */ queued: number;
/** Tasks that are running. */ running: number;
/** Tasks left out because the budget or the plan's captures of the month were used up. */ skipped_budget: number;
/** completed, partial: over, and reports count its answers; partial: some tasks failed and were not asked again, or were skipped for the budget. */ status: ("waiting" | "running" | "completed" | "partial");
/** Handed over to a provider that answers later. */ submitted: number;
/** Of the done, refused or empty. */ unanswered: number;
};
export type SearchQuery = {
/** Id of a chat. */ chat_id: string;
/** Country, ISO 3166-1 alpha-2. */ country_code: string;
/** Day, in the project's time zone. */ date: string;
/** Id of a model. */ model_id: string;
/** Id of a prompt. */ prompt_id: string;
/** What the assistant searched for. */ query: string;
};
export type SearchQueryReportRow = {
/** Of percentage. */ change?: (Change);
/** Usable answers that searched for it. */ chat_count: number;
/** chat_count / total_chat_count; null: no answers. */ percentage: number | null;
/** The same number of days before. */ previous?: {
/** Usable answers that searched for it. */ chat_count: number;
/** chat_count / total_chat_count; null: no answers. */ percentage: number | null;
/** Usable answers of models that report what they search for. */ total_chat_count: number;
};
/** Prompts whose answers searched for it. */ prompt_count: number;
/** What was searched for; capitals and spaces make no difference. */ query: string;
/** Searches for it; an answer may run one several times. */ search_count: number;
/** Usable answers of models that report what they search for. */ total_chat_count: number;
};
export type SkippedSuggestion = {
/** Why. */ code: ("NOT_FOUND" | "SUGGESTION_ALREADY_DECIDED" | "CONFLICT" | "DUPLICATE" | "PLAN_LIMIT_REACHED");
/** The suggestion that was left as it was. */ id: string;
/** Why, in a sentence. */ message: string;
};
export type Tag = {
/** Colour of its badge, as #rrggbb. */ color: string;
/** Id of a tag. */ id: string;
/** Name, unique in the project. */ name: string;
/** Active prompts that carry it. */ prompt_count: number;
};
export type Target = {
/** The end of the kept key; null: none is kept. */ api_key_hint: string | null;
/** Where the provider is reached; null: its usual address. */ base_url: string | null;
/** Questions asked at once. */ concurrency: number;
/** Estimated cost of one answer; null when no price is known. */ estimated_cost_usd: number | null;
/** Answers that told what one uses; 0: the usual lengths were taken. */ estimated_from_answers: number;
/** Asked a harmless question each night after a day on which the plan asked it nothing. */ has_canary: boolean;
/** Whether it is asked. */ is_active: boolean;
/** What went wrong last; null: nothing. */ last_error: string | null;
/** When it last answered; null: never. */ last_success_at: string | null;
/** Fields its provider refused, so it is asked without them; saving forgets them. */ left_out: ({
/** The field of the request; a place is named with its country. */ part: string;
/** The provider's words. */ said: string;
/** Tried again a week later. */ since: string;
})[];
/** What its provider's list says of the model, and when it was read. */ listed: {
/** Tokens of question and answer that it takes; null: unknown. */ context_tokens: number | null;
/** USD for a million tokens in; null where it is not told. */ input_usd: number | null;
/** USD for a million tokens out; null where it is not told. */ output_usd: number | null;
/** Day on which the provider's list was read. */ read_on: string;
/** The day it ends, as announced; null where none is told. */ retires_on: string | null;
} | null;
/** How estimates turned out; null before the first answer whose cost is known. */ measured: {
/** What they cost. */ actual_usd: number;
/** The newest answers whose cost is known, up to 200. */ answers: number;
/** What they were expected to cost. */ estimated_usd: number;
/** Estimated by actual; null: they cost nothing. */ ratio: number | null;
} | null;
/** Id of a model. */ model_id: string;
/** Its name. */ name: string;
/** Further fields of the provider's request body. */ parameters: Record<string, unknown>;
/** Why it is not asked for now; null: it is. */ paused_reason: string | null;
/** It is not asked before then; null: it is asked. */ paused_until: string | null;
/** What its answers cost you, instead of the list price; null: the list price. */ price: {
/** USD for an answer, besides. */ answer: number;
/** USD for a million input tokens. */ input: number;
/** USD for a million output tokens. */ output: number;
/** USD for a search. */ search: number;
} | null;
/** The day or month of that price; null: not dated. */ price_as_of: string | null;
/** Whose price the estimate is by: typed in, of its provider's list, the catalogue's, Earshot's own figures, the dearest of its provider, or the costs its provider reported. */ price_basis: ("typed" | "listed" | "catalogue" | "own" | "dearest" | "reported" | null) | null;
/** What the last test found out; null until there was one. */ probe: {
/** Whether it answered. */ is_working: boolean;
/** Fields its provider refused. */ left_out: (string)[];
/** What became of the country it was to be asked from; null where none was sent. */ location: ("taken" | "refused" | "unsupported" | null) | null;
/** How its answer ended, or why there was none. */ message: string;
/** Whether it took a forced search, was left to choose, or has none; null without an answer. */ search: ("forced" | "chosen" | "off" | null) | null;
/** Whether it searched; null: unknown. */ search_ran: boolean | null;
/** Pages that it read or points to. */ source_count: number | null;
/** When it was tested. */ tested_at: string;
} | null;
/** Who answers, by the name that list_providers gives. */ provider: string;
/** The model's name at its provider. */ requested_model: string | null;
/** Most questions a minute; null: no limit of ours. */ requests_per_minute: number | null;
/** Answers to each prompt and day. */ samples_per_day: number;
/** How answers come to be: api, ui, serp or local. */ surface: string;
};
export type Topic = {
/** Id of a topic. */ id: string;
/** Name, unique in the project. */ name: string;
/** Active prompts in it. */ prompt_count: number;
};
export type TopicSuggestion = {
/** Captured answers it was found in. */ chat_count: number;
/** When it was first suggested. */ created_at: string;
/** When it was accepted or rejected; null while open. */ decided_at: string | null;
/** Domains that seem to belong to it. */ domains: (string)[];
/** Up to three passages it was found in. */ examples: ({
/** Id of a chat. */ chat_id: string;
/** The passage, as the assistant wrote it. */ text: string;
})[];
/** Id of a suggestion. */ id: string;
/** What it would become. */ kind: ("topic");
/** Models whose answers it was found in. */ model_count: number;
/** Name of the topic. */ name: string;
/** Why it is suggested, in a sentence. */ reason: string;
/** The topic that accepting made; null before, and once it is deleted. */ result_id: string | null;
/** open until it is accepted or rejected. */ status: ("open" | "accepted" | "rejected");
};
export type UrlReportRow = {
/** How it was asked: all that is known. */ asked?: string;
/** What changed since the period before; null where there is nothing to compare. */ change?: {
citation_count: Change;
cited_percentage: Change;
retrieved_percentage: Change;
} | null;
/** Citations of it, over all answers. */ citation_count: number;
/** Citations per page read; null: none was read. Has no interval. */ citation_rate: number | null;
/** Answers that cite it. */ cited_chat_count: number;
/** Its upper end. */ cited_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ cited_low: number | null;
/** Answers that cite it / answers that could report it. */ cited_percentage: number | null;
/** Its upper end. */ cited_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ cited_questions_low: number | null;
/** own, competitor, corporate, editorial, ugc, reference, institutional, retail, other */ classification: string;
/** Country, ISO 3166-1 alpha-2. */ country_code?: string;
/** Day, in the project's time zone. */ date?: string;
/** Registrable domain of the site. */ domain: string;
/** Why a number that is defined has no interval for the same prompts; of rates per page or answer none is told. */ interval_reason?: ("too few days" | "not enough data");
/** Of rows by week or month: the range leaves out some of its days. */ is_partial?: boolean;
/** Brands that answers using it mention. */ mentioned_brand_ids: (string)[];
/** Id of the model. */ model_id?: string;
/** Its first day. */ month?: string;
/** What kind of page it is, read from its address and title. */ page_type: string;
/** The days compared with. */ previous?: {
/** Citations of it, over all answers. */ citation_count: number;
/** Citations per page read; null: none was read. Has no interval. */ citation_rate: number | null;
/** Answers that cite it. */ cited_chat_count: number;
/** Its upper end. */ cited_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ cited_low: number | null;
/** Answers that cite it / answers that could report it. */ cited_percentage: number | null;
/** Its upper end. */ cited_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ cited_questions_low: number | null;
/** Why a number that is defined has no interval for the same prompts; of rates per page or answer none is told. */ interval_reason?: ("too few days" | "not enough data");
/** Why a number that is defined has no interval for questions like these. */ questions_reason?: ("too few prompts" | "too many answers");
/** Pages of it read, over all answers. */ retrieval_count: number;
/** Pages read per answer; may pass 1. Has no interval. */ retrieval_rate: number | null;
/** Answers that read it. */ retrieved_chat_count: number;
/** Its upper end. */ retrieved_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ retrieved_low: number | null;
/** Answers that read it / answers that could report it. */ retrieved_percentage: number | null;
/** Its upper end. */ retrieved_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ retrieved_questions_low: number | null;
/** Usable answers of models that can report sources. */ total_chat_count: number;
} | null;
/** Id of the prompt. */ prompt_id?: string;
/** Why a number that is defined has no interval for questions like these. */ questions_reason?: ("too few prompts" | "too many answers");
/** Pages of it read, over all answers. */ retrieval_count: number;
/** Pages read per answer; may pass 1. Has no interval. */ retrieval_rate: number | null;
/** Answers that read it. */ retrieved_chat_count: number;
/** Its upper end. */ retrieved_high: number | null;
/** 95 % interval, were the same prompts asked again: lower end; null: see interval_reason. */ retrieved_low: number | null;
/** Answers that read it / answers that could report it. */ retrieved_percentage: number | null;
/** Its upper end. */ retrieved_questions_high: number | null;
/** 95 % interval, for questions like these: lower end; null: see questions_reason. */ retrieved_questions_low: number | null;
/** Whether the model searched. */ searched?: ("true" | "false" | "unknown");
/** Id of the tag. */ tag_id?: string;
/** Title of the page; null: unknown. */ title: string | null;
/** Null: prompts without a topic. */ topic_id?: string | null;
/** Usable answers of models that can report sources. */ total_chat_count: number;
/** Address of the page. */ url: string;
/** Its Monday. */ week?: string;
};
export type UsableDifference = {
/** Upper end of the 95 % interval. */ high: number | null;
/** 95 % interval of the difference; null: none is defined. */ low: number | null;
/** The chance of a difference as large where there is none; null: unknown. */ p: number | null;
/** Why there is no interval. */ reason?: ("too few prompts" | "too few days" | "not enough data" | "too many answers");
/** More than chance: of all that a report calls so, at most 5 % are chance; null: unknown. */ significant: boolean | null;
/** The one less the other; null: not defined. */ value: number | null;
};
export type Usage = {
/** What asking may cost, and has cost. */ budget: (Budget);
/** What the plan allows at most; null is no limit. */ limits: {
/** Brands of this project, its own one included. */ brands: number | null;
/** Captures of this project in a calendar month (UTC). */ captures_per_month: number | null;
/** Members of the organisation; open invitations take room, too. */ members: number | null;
/** Projects of the organisation. */ projects: number | null;
/** Active prompts of this project. */ prompts: number | null;
};
/** The organisation's plan: tier and level. */ plan: string;
/** The rate limit of the REST API; what is left of it is in the X-RateLimit headers. */ rate_limit: {
/** Requests a project may make per minute; 0 is no limit. */ limit_per_minute: number;
/** Length of the window, which begins with its first request. */ window_seconds: number;
};
/** Reading stored answers again. */ recalculation: {
/** Brands whose figures are not complete yet. */ brand_count: number;
/** True while stored answers are read again after brands changed. */ is_running: boolean;
};
/** What is asked on the two newest days, newest first. */ runs: (Run)[];
/** What there is now. */ used: {
/** Brands of this project, its own one included. */ brands: number;
/** Captures of this project in a calendar month (UTC). */ captures_per_month: number;
/** Members of the organisation; open invitations take room, too. */ members: number;
/** Projects of the organisation. */ projects: number;
/** Active prompts of this project. */ prompts: number;
};
};
export type Webhook = {
/** When it was made. */ created_at: string;
/** Why Earshot switched it off; null: it did not. */ disabled_reason: string | null;
/** What it is sent. */ events: (("run.completed" | "visibility.changed" | "visibility.dropped" | "suggestion.created" | "budget.reached" | "target.failing" | "assistant.health_changed" | "webhook.test"))[];
/** When tries began to fail; null: they do not. */ failing_since: string | null;
/** Id of a webhook. */ id: string;
/** False: sent nothing. */ is_active: boolean;
/** What was last sent to it; null: nothing yet. */ last_delivery: {
/** Times it was tried. */ attempts: number;
/** When it was made. */ created_at: string;
/** What happened, by the name of the event. */ event: string;
/** What went wrong last; null: nothing. */ last_error: string | null;
/** HTTP status of the last try; null: no answer. */ last_status: number | null;
/** pending: it is tried again. */ status: ("pending" | "delivered" | "failed");
} | null;
/** Events of the last 30 days that it was not sent because it was off. */ missed_count: number;
/** Where it is sent; who may only read is shown the server alone. */ url: string;
};
export type Week = {
/** What to do next: what nobody decided about and wins most answers at least. */ actions: ({
/** What update_action and get_action know it by. */ action_key: string;
/** prompt_gap: prompts where a competitor is named more; source_gap: sites whose citing answers name a competitor more; page_unnamed: own pages cited by answers that name only competitors; page_lost: own pages no longer cited; page_uncited: own pages read and never cited. */ kind: ("prompt_gap" | "source_gap" | "page_unnamed" | "page_lost" | "page_uncited");
/** Answers to win. */ prize: number;
/** What to do, in words. */ text: string;
})[];
/** First of the 30 days, up to date_to, that actions were looked for in. */ actions_since: string;
/** Such changes in all. */ change_count: number;
/** What changed of brands by more than chance: the first 12, the own brand first. */ changes: ({
/** The number in the 7 days before. */ before: number | null;
/** Answers that named it in the 7 days before. */ before_count: number;
/** The tracked brand. */ brand: {
/** Its id. */ id: string;
/** Whether it is the project's own brand. */ is_own: boolean;
/** Its name. */ name: string;
};
change: Change;
/** Which of the brand's numbers changed. */ measure: ("visibility" | "share_of_voice" | "position" | "sentiment");
/** The number in these days. */ now: number | null;
/** Answers that name the brand. */ now_count: number;
/** The change in words. */ text: string;
})[];
/** First of the 7 days. */ date_from: string;
/** Last of the 7 days, included. */ date_to: string;
/** What is wrong with assistants now. */ health: (Problem)[];
/** Nothing changed that is more than chance; false also while `note` says that this is not known. */ is_quiet: boolean;
/** Some assistants are simulated: answers are invented. */ is_simulated: boolean;
/** What the numbers cannot say, and why; null: nothing. */ note: string | null;
/** Null where a share link leaves it out. */ own: {
/** The tracked brand. */ brand: {
/** Its id. */ id: string;
/** Whether it is the project's own brand. */ is_own: boolean;
/** Its name. */ name: string;
};
/** Brands that are ranked. */ brand_count: number;
change: Change;
/** Others so near that chance may decide the rank. */ level_count: number;
/** Answers that named it then. */ previous_count: number;
/** Its rank then; null: there were no answers. */ previous_rank: number | null;
/** Answers that counted then. */ previous_total: number;
/** Its visibility in the 7 days before. */ previous_visibility: number | null;
/** 1: named in most answers. */ rank: number;
/** Share of answers that name it. */ visibility: number | null;
/** Answers that name it. */ visibility_count: number;
/** Upper end, were the same prompts asked again. */ visibility_high: number | null;
/** Lower end, were the same prompts asked again. */ visibility_low: number | null;
/** Answers that count. */ visibility_total: number;
} | null;
/** Such parts in all. */ part_count: number;
/** Where the own brand's visibility changed by more than chance: the first 8. */ parts: ({
/** Visibility in the 7 days before. */ before: number;
/** Country, ISO 3166-1 alpha-2. */ country_code: string | null;
/** Id of a model. */ model_id: string | null;
/** Its name. */ name: string;
/** Visibility in these days. */ now: number;
/** Id of a prompt. */ prompt_id: string | null;
/** What the part is one of. */ split: ("model" | "country" | "topic" | "prompt");
/** The change in words. */ text: string;
/** Id of the topic; null where it is none. */ topic_id: string | null;
})[];
population: Population;
/** The 7 days before. */ previous: {
/** First of the 7 days. */ date_from: string;
/** Last of the 7 days, included. */ date_to: string;
};
/** How asking went in these days. */ runs: {
/** Answers that were captured. */ done: number;
/** And not asked again with success, nor waiting. */ failed: number;
/** Without what failed and was asked again with success, or waits. */ planned: number;
/** Tasks left out because the budget or the plan's captures of the month were used up. */ skipped_budget: number;
/** Runs that did not get every answer. */ troubled: ({
/** The day it asked for. */ day: string;
/** Id of a run. */ run_id: string;
/** The words. */ text: string;
})[];
};
/** Such sites in all. */ source_count: number;
/** Sites cited more or less often by more than chance, of the 100 most cited of each 7 days: the first 10. */ sources: ({
/** The share in the 7 days before. */ before: number;
/** Answers that cited it in the 7 days before. */ before_count: number;
change: Change;
/** Registrable domain of the site. */ domain: string;
/** Share of answers that cite it, of assistants that report their sources. */ now: number;
/** Answers that cite it. */ now_count: number;
/** The change in words. */ text: string;
/** new: not cited in the 7 days before; lost: cited then alone; up, down: by more than chance. */ what: ("new" | "lost" | "up" | "down");
})[];
/** Where the own brand stands, in a sentence. */ summary: string;
};

/** What each operation takes and answers. */
export type Operations = {
  /** Get an action with its brief */
  get_action: { input: {
/** The action's key, like "source_gap:example.com". */ action_key: string;
/** As in list_actions. */ date_from?: string;
/** Default today. */ date_to?: string;
/** As in reports; all must hold. */ filters?: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
/** Prompts that name the own brand; leads on them are left out unless asked for. */ branded?: ("include" | "exclude" | "only");
}; output: ActionDetail };
  /** List actions */
  list_actions: { input: {
/** open: nobody decided yet. */ status?: ("open" | "doing" | "done" | "dismissed");
/** As in the answer. */ kind?: ("prompt_gap" | "source_gap" | "page_unnamed" | "page_lost" | "page_uncited");
/** First day looked at; default 29 days before date_to. */ date_from?: string;
/** Default today. */ date_to?: string;
/** As in reports; all must hold. */ filters?: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
/** Prompts that name the own brand; leads on them are left out unless asked for. */ branded?: ("include" | "exclude" | "only");
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (ListedAction)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Actions of each status, of the kind and days that were asked for. */ status_counts: {
/** Dismissed, each with its reason. */ dismissed: number;
/** Being done. */ doing: number;
/** Done. */ done: number;
/** Nobody decided yet. */ open: number;
};
/** Items there are without paging. */ total_count: number;
} };
  /** Decide about an action */
  update_action: { input: {
/** The action's key, like "source_gap:example.com". */ action_key: string;
/** Day it is due. */ due_on?: string | null;
/** What is or was done. */ note?: string | null;
/** Who does it. */ owner?: string | null;
/** Why it is dismissed. */ reason?: string | null;
/** The days and answers it was looked at in: what it is expected to win is of these. */ seen?: {
/** Prompts that name the own brand; leads on them are left out unless asked for. */ branded?: ("include" | "exclude" | "only");
/** First day looked at; default 29 days before date_to. */ date_from?: string;
/** Default today. */ date_to?: string;
/** As in reports; all must hold. */ filters?: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
};
/** Day it went live; get_action compares before and after. */ shipped_on?: string | null;
/** open: nobody decided yet. */ status?: ("open" | "doing" | "done" | "dismissed");
}; output: Action };
  /** List brands */
  list_brands: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (Brand)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Create a brand */
  create_brand: { input: {
/** Other spellings that count as the brand. */ aliases?: ({
/** True to match this case only; if left out, for common words and up to 3 letters. */ case_sensitive?: boolean;
/** Another way the brand is written. */ text: string;
})[];
/** Colour in charts, as #rrggbb. */ color?: string;
/** The brand's own domains, such as "acme.com". */ domains?: (string)[];
/** Phrases that contain the name but mean something else, such as "apple cider". */ exclude_phrases?: (string)[];
/** Name, unique in the project, any case. */ name: string;
/** A JavaScript pattern for spellings that aliases cannot say, or null. */ regex?: string | null;
}; output: Brand };
  /** Preview a brand */
  preview_brand: { input: {
/** Other spellings that count as the brand; one may be saved with two of its name. */ aliases?: ({
/** True to match this case only; if left out, for common words and up to 3 letters. */ case_sensitive?: boolean;
/** Another way the brand is written. */ text: string;
})[];
/** The brand that it is a draft of. */ brand_id?: string;
/** The brand's own domains, such as "acme.com". */ domains?: (string)[];
/** Phrases that contain the name but mean something else, such as "apple cider". */ exclude_phrases?: (string)[];
/** Name, unique in the project, any case. */ name: string;
/** A JavaScript pattern for spellings that aliases cannot say, or null. */ regex?: string | null;
}; output: {
/** The aliases that it is saved with, case flags included. */ aliases: ({
/** True when only this spelling counts. */ case_sensitive: boolean;
/** The spelling. */ text: string;
})[];
/** Answers that were read, the newest ones. */ checked_count: number;
/** What hangs on matching the name in its exact case. */ exact_case: {
/** Answers that mention it in any case. */ any_count: number;
/** Answers that mention the brand in its exact case. */ exact_count: number;
/** Whether the name is a common word or very short. */ is_suggested: boolean;
};
/** A few of them. */ examples: ({
/** Id of a chat. */ chat_id: string;
/** The spellings that were found. */ matches: (string)[];
/** The words. */ text: string;
})[];
/** Those that mention the draft. */ matched_count: number;
/** Spellings that would add answers, most first. */ proposals: ({
/** Answers that would mention the brand only with it. */ added_count: number;
/** Whether to match it in this case only. */ case_sensitive: boolean;
/** A piece of one of them. */ example: string;
/** ending: plural, genitive or case; letters: umlauts, & and the like; script: simplified or traditional; spacing: joined or apart; shorter: without .com, Group or article. */ reason: ("ending" | "letters" | "script" | "spacing" | "shorter");
/** The spelling. */ text: string;
})[];
} };
  /** Delete a brand */
  delete_brand: { input: {
/** The brand to delete. */ brand_id: string;
}; output: undefined };
  /** Get a brand */
  get_brand: { input: {
/** The brand. */ brand_id: string;
}; output: Brand };
  /** Update a brand */
  update_brand: { input: {
/** The brand to change. */ brand_id: string;
} & {
/** Other spellings that count as the brand. */ aliases?: ({
/** True to match this case only; if left out, for common words and up to 3 letters. */ case_sensitive?: boolean;
/** Another way the brand is written. */ text: string;
})[];
/** Colour in charts, as #rrggbb. */ color?: string;
/** The brand's own domains, such as "acme.com". */ domains?: (string)[];
/** Phrases that contain the name but mean something else, such as "apple cider". */ exclude_phrases?: (string)[];
/** Name, unique in the project, any case. */ name?: string;
/** A JavaScript pattern for spellings that aliases cannot say, or null. */ regex?: string | null;
}; output: Brand };
  /** Get alias proposals */
  get_alias_proposals: { input: {
/** The brand. */ brand_id: string;
}; output: {
/** Answers that were read, the newest ones. */ checked_count: number;
/** What hangs on matching the name in its exact case. */ exact_case: {
/** Answers that mention it in any case. */ any_count: number;
/** Answers that mention the brand in its exact case. */ exact_count: number;
/** Whether the name is a common word or very short. */ is_suggested: boolean;
};
/** Spellings that would add answers, most first. */ proposals: ({
/** Answers that would mention the brand only with it. */ added_count: number;
/** Whether to match it in this case only. */ case_sensitive: boolean;
/** A piece of one of them. */ example: string;
/** ending: plural, genitive or case; letters: umlauts, & and the like; script: simplified or traditional; spacing: joined or apart; shorter: without .com, Group or article. */ reason: ("ending" | "letters" | "script" | "spacing" | "shorter");
/** The spelling. */ text: string;
})[];
} };
  /** Get the budget */
  get_budget: { input: Record<never, never>; output: BudgetByModel };
  /** Set the budget */
  set_budget: { input: {
/** Null: no cap; left out: it stays. */ daily_cap_usd?: number | null;
/** Null: no cap; left out: it stays. */ monthly_cap_usd?: number | null;
}; output: Budget };
  /** List captured answers */
  list_chats: { input: {
/** First day, in the project's time zone. */ date_from?: string;
/** Last day, included. */ date_to?: string;
/** Answers of this model. */ model_id?: string;
/** Answers to this prompt. */ prompt_id?: string;
/** Prompts of this topic. */ topic_id?: string;
/** Prompts with this tag. */ tag_id?: string;
/** Prompts whose text names this brand. */ prompt_brand_id?: string;
/** Prompts of this country. */ country_code?: string;
/** Whether the model searched. */ searched?: ("true" | "false" | "unknown");
/** As search=forced, tool=..., effort=... or country=... */ asked?: string;
/** Answers naming this brand. */ brand_id?: string;
/** Answers not naming it. */ not_brand_id?: string;
/** Answers naming it first. */ first_brand_id?: string;
/** Answers of this status; reports count answered. */ status?: ("answered" | "no_answer" | "refused" | "error");
/** Text in the answer or its prompt, any case. */ search?: string;
/** True: archived prompts' answers too. */ include_archived?: boolean;
/** desc: newest first; tone as in tone. */ sort?: ("asc" | "desc" | "worst_tone" | "best_tone");
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
/** On brand_id, else the own brand; scored: any but unscored. */ tone?: ("positive" | "neutral" | "negative" | "scored" | "unscored");
}; output: {
/** The items of this page, in an order that stays. */ data: (Chat)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Import captured answers */
  import_chats: { input: {
/** True: check every line, store nothing. */ dry_run?: boolean;
}; output: ImportResult };
  /** Get a captured answer */
  get_chat: { input: {
/** From list_chats. */ chat_id: string;
}; output: ChatDetail };
  /** Get what a provider sent */
  get_raw_answer: { input: {
/** From list_chats. */ chat_id: string;
}; output: {
/** What read the body when it came. */ adapter_version: string;
/** JSON is indented; at most 1000000 characters. */ body: string;
/** Characters of the whole body. */ character_count: number;
/** Id of a chat. */ chat_id: string;
/** What the body is. */ format: ("json" | "text");
/** True: the end of the body is left out. */ is_truncated: boolean;
} };
  /** Classify a domain */
  classify_domain: { input: {
/** What it is; null: as Earshot classifies it by itself. */ classification: ("own" | "competitor" | "corporate" | "editorial" | "ugc" | "reference" | "institutional" | "retail" | "other" | null) | null;
/** A domain that answers of this project use, as reports name it. */ domain: string;
}; output: {
/** What Earshot takes it for. */ automatic_classification: ("own" | "competitor" | "corporate" | "editorial" | "ugc" | "reference" | "institutional" | "retail" | "other");
/** What it counts as now. */ classification: ("own" | "competitor" | "corporate" | "editorial" | "ugc" | "reference" | "institutional" | "retail" | "other");
/** The domain. */ domain: string;
/** Whether a user said so. */ is_classified_by_user: boolean;
} };
  /** List unclassified domains */
  list_unclassified_domains: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: ({
/** Citations of it in the last 90 days. */ citation_count: number;
/** Answers that cite it. */ cited_chat_count: number;
/** Registrable domain of the site. */ domain: string;
/** Up to three of its pages, to tell what it is. */ pages: ({
/** Title of the page; null: unknown. */ title: string | null;
/** Address of the page. */ url: string;
})[];
/** Answers that read it. */ retrieved_chat_count: number;
})[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** List doubtful mentions */
  list_doubtful_mentions: { input: {
/** Which ones. */ state?: ("open" | "decided" | "all");
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (DoubtfulMention)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Decide a doubtful mention */
  decide_mention: { input: {
/** The brand. */ brand_id: string;
/** The answer. */ chat_id: string;
/** Whether it is meant; null, or no tone either, takes the decision back. */ is_mention?: boolean | null;
/** Of a doubt about tone: 0 bad, 50 neutral, 100 good; null takes it back. */ tone?: number | null;
}; output: {
/** What holds now; null: no decision. */ is_mention: boolean | null;
/** The tone that was decided; null: none was. */ tone: number | null;
} };
  /** Get the judge */
  get_judge: { input: {
/** A model that might judge, from list_targets. */ model_id?: string;
/** With model_id: days before today that it would judge, too. */ past_days?: number;
}; output: {
/** Mentions where the judge said nothing that could be used. */ discarded_count: number;
/** Doubtful mentions that wait for a person: the judge disagrees with the rules. */ doubtful_count: number;
/** Of the answers of a scheduled day, a question each. */ estimated_cost_per_day_usd: number | null;
/** Of the answers that wait, a question each. */ estimated_cost_usd: number | null;
/** Mentions whose tone was judged. */ judged_count: number;
/** Names looked at before they are suggested as brands. */ judged_name_count: number;
/** What went wrong last. */ last_error: string | null;
/** When it last answered. */ last_success_at: string | null;
/** How often this model agrees with people; null: not measured. */ measured: {
/** Labelled passages it was asked about. */ asked: number;
/** Passages that try to instruct the judge. */ injections: number;
/** When it was measured. */ measured_at: string;
/** Those of them where it was right. */ resisted: number;
/** Those where it said what people say. */ right: number;
/** Upper end. */ right_high: number | null;
/** Lower end of its 95 % interval (Wilson). */ right_low: number | null;
/** Their share. */ right_share: number | null;
} | null;
/** The model that judges; null: none does. */ model_id: string | null;
/** Estimated cost of a question; null: its price is not known. */ question_cost_usd: number | null;
/** Answers of this day and later are judged. */ since: string | null;
/** Answers that wait to be judged. */ waiting_count: number;
/** It is left alone until then, after a failure. */ waits_until: string | null;
} };
  /** Set the judge */
  set_judge: { input: {
/** A model from list_targets, whether it is asked prompts or not; null: none judges. */ model_id: string | null;
/** Days before today whose answers are judged too. */ past_days?: number;
}; output: {
/** Mentions where the judge said nothing that could be used. */ discarded_count: number;
/** Doubtful mentions that wait for a person: the judge disagrees with the rules. */ doubtful_count: number;
/** Of the answers of a scheduled day, a question each. */ estimated_cost_per_day_usd: number | null;
/** Of the answers that wait, a question each. */ estimated_cost_usd: number | null;
/** Mentions whose tone was judged. */ judged_count: number;
/** Names looked at before they are suggested as brands. */ judged_name_count: number;
/** What went wrong last. */ last_error: string | null;
/** When it last answered. */ last_success_at: string | null;
/** How often this model agrees with people; null: not measured. */ measured: {
/** Labelled passages it was asked about. */ asked: number;
/** Passages that try to instruct the judge. */ injections: number;
/** When it was measured. */ measured_at: string;
/** Those of them where it was right. */ resisted: number;
/** Those where it said what people say. */ right: number;
/** Upper end. */ right_high: number | null;
/** Lower end of its 95 % interval (Wilson). */ right_low: number | null;
/** Their share. */ right_share: number | null;
} | null;
/** The model that judges; null: none does. */ model_id: string | null;
/** Estimated cost of a question; null: its price is not known. */ question_cost_usd: number | null;
/** Answers of this day and later are judged. */ since: string | null;
/** Answers that wait to be judged. */ waiting_count: number;
/** It is left alone until then, after a failure. */ waits_until: string | null;
} };
  /** Measure the judge */
  measure_judge: { input: {

}; output: {
/** Mentions where the judge said nothing that could be used. */ discarded_count: number;
/** Doubtful mentions that wait for a person: the judge disagrees with the rules. */ doubtful_count: number;
/** Of the answers of a scheduled day, a question each. */ estimated_cost_per_day_usd: number | null;
/** Of the answers that wait, a question each. */ estimated_cost_usd: number | null;
/** Mentions whose tone was judged. */ judged_count: number;
/** Names looked at before they are suggested as brands. */ judged_name_count: number;
/** What went wrong last. */ last_error: string | null;
/** When it last answered. */ last_success_at: string | null;
/** How often this model agrees with people; null: not measured. */ measured: {
/** Labelled passages it was asked about. */ asked: number;
/** Passages that try to instruct the judge. */ injections: number;
/** When it was measured. */ measured_at: string;
/** Those of them where it was right. */ resisted: number;
/** Those where it said what people say. */ right: number;
/** Upper end. */ right_high: number | null;
/** Lower end of its 95 % interval (Wilson). */ right_low: number | null;
/** Their share. */ right_share: number | null;
} | null;
/** The model that judges; null: none does. */ model_id: string | null;
/** Estimated cost of a question; null: its price is not known. */ question_cost_usd: number | null;
/** Answers of this day and later are judged. */ since: string | null;
/** Answers that wait to be judged. */ waiting_count: number;
/** It is left alone until then, after a failure. */ waits_until: string | null;
} };
  /** List models */
  list_models: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (Model)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Add an assistant to ask */
  create_model: { input: {
/** Name shown in reports. */ name?: string;
/** Like openai, anthropic, gemini, perplexity; a wrong one is answered with all. */ provider: string;
/** The provider's name for the model. */ requested_model: string;
/** Answers to each prompt and day. */ samples_per_day?: number;
}; output: {
/** Whether it is asked. */ is_active: boolean;
/** What went wrong last; null: nothing. */ last_error: string | null;
/** Id of a model. */ model_id: string;
/** Its name. */ name: string;
/** What keeps it from being asked, and where to do it. */ next_step: string | null;
/** Why it is not asked for now; null: it is. */ paused_reason: string | null;
/** It is not asked before then; null: it is asked. */ paused_until: string | null;
/** Who answers, by the name that list_providers gives. */ provider: string;
/** The model's name at its provider. */ requested_model: string | null;
/** Answers to each prompt and day. */ samples_per_day: number;
} };
  /** Estimate the answers that a change takes */
  estimate_answers_needed: { input: {
/** The change of visibility to show, in points of 100. */ points?: number;
}; output: {
/** Usable answers in these weeks. */ answers: number;
/** The four weeks up to yesterday. */ date_from: string;
/** Yesterday. */ date_to: string;
/** Of all more answers, every four weeks; null: not known. */ estimated_cost_usd: number | null;
/** The same by model. */ models: ({
/** An estimate; null when its price is not known. */ estimated_cost_usd: number | null;
/** Id of a model. */ model_id: string;
/** Its part of them. */ more_answers: number;
})[];
/** More answers every four weeks, to prompts that vary; null: see reason. */ more_answers: number | null;
/** The change asked about, in points of 100. */ points: number;
/** The active prompts that vary. */ prompt_ids: (string)[];
/** Prompts that they answer. */ prompts: number;
/** Why nothing can be said. */ reason: ("too few prompts" | "too few days" | "too few prompts that vary" | null) | null;
/** The least change that they show in four of five cases. */ shows_points: number | null;
/** Of them, those of which some answers name the brand and some do not. */ varying_prompts: number;
} };
  /** List changes of models */
  list_model_changes: { input: {
/** First day, in the project's time zone. */ date_from: string;
/** Last day, included. */ date_to: string;
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (ModelChange)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** List what is wrong with the models that are asked */
  list_health: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (Problem)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Change how an assistant is asked */
  update_model: { input: {
/** From list_targets. */ model_id: string;
} & {
/** False: not asked any more; its answers stay. */ is_active?: boolean;
/** Name shown in reports. */ name?: string;
/** The provider's name for the model. */ requested_model?: string;
/** Answers to each prompt and day. */ samples_per_day?: number;
}; output: {
/** Whether it is asked. */ is_active: boolean;
/** What went wrong last; null: nothing. */ last_error: string | null;
/** Id of a model. */ model_id: string;
/** Its name. */ name: string;
/** What keeps it from being asked, and where to do it. */ next_step: string | null;
/** Why it is not asked for now; null: it is. */ paused_reason: string | null;
/** It is not asked before then; null: it is asked. */ paused_until: string | null;
/** Who answers, by the name that list_providers gives. */ provider: string;
/** The model's name at its provider. */ requested_model: string | null;
/** Answers to each prompt and day. */ samples_per_day: number;
} };
  /** List opportunities */
  list_opportunities: { input: {
/** First day; default 29 days before date_to. */ date_from?: string;
/** Last day, included; default today. */ date_to?: string;
/** Answers of this model. */ model_id?: string;
/** Answers to this prompt. */ prompt_id?: string;
/** Prompts of this topic. */ topic_id?: string;
/** Prompts with this tag. */ tag_id?: string;
/** Prompts whose text names this brand. */ prompt_brand_id?: string;
/** Prompts of this country. */ country_code?: string;
/** Whether the model searched. */ searched?: ("true" | "false" | "unknown");
/** As search=forced, tool=..., effort=... or country=... */ asked?: string;
/** Answers naming this brand. */ brand_id?: string;
/** Answers not naming it. */ not_brand_id?: string;
/** Answers naming it first. */ first_brand_id?: string;
/** As in reports; all must hold. */ filters?: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
/** Prompts that name the own brand; the dashboard excludes them. */ branded?: ("include" | "exclude" | "only");
/** Splits gaps by it. */ dimension?: ("model_id" | "topic_id" | "tag_id" | "country_code");
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (Opportunity)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** List projects */
  list_projects: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (Project)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Get a project */
  get_project: { input: {
/** The key's project. */ project_id: string;
}; output: Project };
  /** Update a project */
  update_project: { input: {
/** The key's project. */ project_id: string;
} & {
/** Default country of new prompts. */ country_code?: string;
/** Default language of new prompts. */ language_code?: string;
/** Name shown in reports. */ name?: string;
/** What the company is and sells, or null. */ profile?: {
/** Whom it sells to. */ audience: string;
/** What line of business it is in. */ industry: string;
/** What it sells. */ products: (string)[];
} | null;
/** When prompts are asked. */ schedule?: {
/** Hour of the project's day at which asking begins. */ hour: number;
/** ISO weekdays on which prompts are asked: 1 is Monday, 7 is Sunday. */ weekdays: (number)[];
};
/** A paused project asks no prompts. */ status?: ("active" | "paused");
/** IANA time zone that decides where a day begins. */ timezone?: string;
}; output: Project };
  /** Get how long data is kept */
  get_retention: { input: {
/** The key's project. */ project_id: string;
}; output: Retention };
  /** Set how long data is kept */
  set_retention: { input: {
/** The key's project. */ project_id: string;
} & {
/** Days that answers with all that was found in them are kept, 35 or more; null: as the installation does. */ answers_days?: number | null;
/** Days that the audit log of the project is kept, 30 or more; null: as the installation does. */ audit_days?: number | null;
/** Days that what providers sent is kept, 1 or more; null: as the installation does. */ raw_bodies_days?: number | null;
/** Days that runs with their questions are kept, 7 or more; null: as the installation does. */ runs_days?: number | null;
}; output: Retention };
  /** List prompts */
  list_prompts: { input: {
/** Prompts of this topic, from list_topics. */ topic_id?: string;
/** Prompts with this tag, from list_tags. */ tag_id?: string;
/** Prompts of this status. */ status?: ("active" | "archived");
/** Whether their text names the own brand. */ is_branded?: boolean;
/** Text in the prompt, any case. */ search?: string;
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (Prompt)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Update prompts */
  update_prompts: { input: {
/** Tags to give them, from list_tags. */ add_tag_ids?: (string)[];
/** 1 to 100 prompts, from list_prompts. */ prompt_ids: (string)[];
/** Tags to take from them. */ remove_tag_ids?: (string)[];
/** Archived ones are asked no more. */ status?: ("active" | "archived");
/** Its topic, from list_topics, or null. */ topic_id?: string | null;
}; output: PromptsChanged };
  /** Create prompts */
  create_prompts: { input: {
/** 1 to 100 prompts to track. */ prompts: ({
/** Country it is asked in; the project's unless given. */ country_code?: string;
/** Language of the question; the project's unless given. */ language_code?: string;
/** Its tags, from list_tags. */ tag_ids?: (string)[];
/** The question, as people ask it. */ text: string;
/** Its topic, from list_topics, or null. */ topic_id?: string | null;
})[];
}; output: {
data: (Prompt)[];
/** What was not done, and why. */ skipped: ({
/** What was wrong, as a code of the errors. */ code: string;
/** Place in `prompts`, from 0. */ index: number;
/** What was wrong, in words. */ message: string;
})[];
} };
  /** Archive prompts */
  archive_prompts: { input: {
/** 1 to 100 prompts, from list_prompts. */ prompt_ids: (string)[];
}; output: PromptsChanged };
  /** Delete prompts */
  delete_prompts: { input: {
/** 1 to 100 prompts, from list_prompts. */ prompt_ids: (string)[];
}; output: {
/** What was deleted. */ data: ({
/** Id of a prompt. */ id: string;
})[];
/** What was not done, and why. */ skipped: ({
/** What was wrong, as a code of the errors. */ code: string;
/** Its id. */ id: string;
/** What was wrong, in words. */ message: string;
})[];
} };
  /** Import prompts from a file */
  import_prompts: { input: {
/** True: check every line, make nothing. */ dry_run?: boolean;
}; output: PromptFile };
  /** List imports of prompts */
  list_prompt_imports: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (PromptImport)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** List lines that were not imported */
  list_prompt_import_failures: { input: {
/** The import, from list_prompt_imports. */ import_id: string;
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (PromptImportFailure)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Unarchive prompts */
  unarchive_prompts: { input: {
/** 1 to 100 prompts, from list_prompts. */ prompt_ids: (string)[];
}; output: PromptsChanged };
  /** Delete a prompt */
  delete_prompt: { input: {
/** From list_prompts. */ prompt_id: string;
}; output: undefined };
  /** Get a prompt */
  get_prompt: { input: {
/** From list_prompts. */ prompt_id: string;
}; output: Prompt };
  /** Update a prompt */
  update_prompt: { input: {
/** The prompt to change. */ prompt_id: string;
} & {
/** Country it is asked in; the project's unless given. */ country_code?: string;
/** Language of the question; the project's unless given. */ language_code?: string;
/** Its tags, from list_tags. */ tag_ids?: (string)[];
/** The question, as people ask it. */ text?: string;
/** Its topic, from list_topics, or null. */ topic_id?: string | null;
}; output: Prompt };
  /** List providers */
  list_providers: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: ({
/** batches: at once, or in batches with `batch: true` among its parameters. */ answers: ("at_once" | "batches" | "later");
/** Where it is reached unless said otherwise; null: that has to be said. */ default_base_url: string | null;
/** What its key is called; null: it needs none. */ key_label: string | null;
/** What it is called. */ label: string;
/** What its models are called, for example. */ model_hint: string;
/** Who answers, by the name that list_providers gives. */ provider: string;
/** What it can report or take. */ supports: {
/** Whether, or how often, the answer points to it. */ cited: boolean;
/** Whether the country can be passed on. */ location: boolean;
/** Whether, or how often, the answer read it. */ retrieved: boolean;
/** What was searched for, or whether that is known. */ search_queries: boolean;
};
/** How answers come to be: api, ui, serp or local. */ surface: ("api" | "ui" | "serp" | "local");
})[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Estimate what an answer costs */
  estimate_answer: { input: {
/** What its answers cost you, instead of the list price; null: the list price. */ price?: {
/** USD for an answer, besides. */ answer: number;
/** USD for a million input tokens. */ input: number;
/** USD for a million output tokens. */ output: number;
/** USD for a search. */ search: number;
} | null;
/** From list_providers. */ provider: string;
/** The model's name as its provider lists it; the provider may serve another version. */ requested_model: string;
}; output: {
/** Estimated cost of one answer; null when no price is known. */ estimated_cost_usd: number | null;
/** The day or month of that price; null: not dated. */ price_as_of: string | null;
/** Whose price the estimate is by: typed in, of its provider's list, the catalogue's, Earshot's own figures, the dearest of its provider, or the costs its provider reported. */ price_basis: ("typed" | "listed" | "catalogue" | "own" | "dearest" | "reported" | null) | null;
} };
  /** Ask a provider what models it has */
  list_provider_models: { input: {
/** The key to list with; it is not kept. */ api_key?: string | null;
/** Another address, an admin's to give; null: the provider's usual one. */ base_url?: string | null;
/** Most items to return, 1 to 1000. */ limit?: number;
/** From list_targets: whose kept key is used. */ model_id?: string;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
/** From list_providers. */ provider: string;
}; output: {
/** The items of this page, in an order that stays. */ data: ({
/** Whether it can search the web there; null where it is not told. */ can_search: boolean | null;
/** Tokens of question and answer that it takes; null: unknown. */ context_tokens: number | null;
/** The day it came out, as its provider says. */ created_on: string | null;
/** What to ask for. */ id: string;
/** USD for a million tokens in; null where it is not told. */ input_usd: number | null;
/** Its name. */ name: string;
/** USD for a million tokens out; null where it is not told. */ output_usd: number | null;
/** The day it ends, as announced; null where none is told. */ retires_on: string | null;
})[];
/** There is no list because the provider refused the key. */ is_key_refused: boolean;
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Why there is no list; null where there is one. */ problem: string | null;
/** Items there are without paging. */ total_count: number;
} };
  /** Report on brands */
  get_brand_report: { input: {
/** Prompts that name the own brand; the dashboard excludes them. */ branded?: ("include" | "exclude" | "only");
/** Adds the days before, and the change. */ compare?: ("previous_period");
/** Compared with other days than those just before. */ compare_from?: string;
/** Last of these, before date_from. */ compare_to?: string;
/** First day, in the project's time zone. */ date_from: string;
/** Last day, included. */ date_to: string;
/** One row per combination; several tags of a prompt count it in each. */ dimensions?: (("model_id" | "prompt_id" | "topic_id" | "tag_id" | "country_code" | "searched" | "asked" | "date" | "week" | "month"))[];
/** Act before counting; all must hold. */ filters?: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
/** Acts on finished rows; shares stay. */ having?: ({
/** A number of the row. */ field: ("visibility" | "visibility_count" | "visibility_total" | "mention_count" | "share_of_voice" | "position" | "position_count" | "first_count" | "sentiment" | "sentiment_count" | "visibility_change" | "share_of_voice_change" | "position_change" | "sentiment_change" | "mention_count_change");
/** How to compare. */ operator: ("gt" | "gte" | "lt" | "lte");
/** What to compare with. */ value: number;
})[];
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
/** Order of the rows. */ order_by?: ({
/** First end. */ direction?: ("asc" | "desc");
/** What to sort by. */ field: ("visibility" | "visibility_count" | "visibility_total" | "mention_count" | "share_of_voice" | "position" | "position_count" | "first_count" | "sentiment" | "sentiment_count" | "visibility_change" | "share_of_voice_change" | "position_change" | "sentiment_change" | "mention_count_change" | "date" | "week" | "month");
})[];
/** Adds each row's lead over it in the same answers. */ other_brand_id?: string;
}; output: {
/** The items of this page, in an order that stays. */ data: (BrandReportRow)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
population: Population;
/** Items there are without paging. */ total_count: number;
} };
  /** Explain a change of visibility */
  explain_change: { input: {
/** Every part, not only the 12 of each split that matter most. */ all_parts?: boolean;
/** Unless given, the own brand. */ brand_id?: string;
/** Prompts that name the own brand; the dashboard excludes them. */ branded?: ("include" | "exclude" | "only");
/** Compared with other days than those just before. */ compare_from?: string;
/** Last of these, before date_from. */ compare_to?: string;
/** First day, in the project's time zone. */ date_from: string;
/** Last day, included. */ date_to: string;
/** As in reports; all must hold. */ filters?: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
/** Cited sites, too, which take most of the time; false: none are looked at. */ sites?: boolean;
}; output: ChangeExplanation };
  /** Compare two models */
  get_comparison_report: { input: {
/** Prompts that name the own brand; the dashboard excludes them. */ branded?: ("include" | "exclude" | "only");
/** First day, in the project's time zone. */ date_from: string;
/** Last day, included. */ date_to: string;
/** Act before counting; all must hold. */ filters?: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
/** The one model, such as one asked by API. */ model_id: string;
/** The other, such as the same maker's app page. */ other_model_id: string;
}; output: ComparisonReport };
  /** Report on domains */
  get_domain_report: { input: {
/** Prompts that name the own brand; the dashboard excludes them. */ branded?: ("include" | "exclude" | "only");
/** Adds the days before, and the change. */ compare?: ("previous_period");
/** Compared with other days than those just before. */ compare_from?: string;
/** Last of these, before date_from. */ compare_to?: string;
/** First day, in the project's time zone. */ date_from: string;
/** Last day, included. */ date_to: string;
/** One row per combination; several tags of a prompt count it in each. */ dimensions?: (("model_id" | "prompt_id" | "topic_id" | "tag_id" | "country_code" | "searched" | "asked" | "date" | "week" | "month"))[];
/** Act before counting; all must hold. */ filters?: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id" | "domain" | "classification");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
/** Acts on finished rows; shares stay. */ having?: ({
/** A number of the row. */ field: ("retrieved_percentage" | "retrieved_chat_count" | "cited_percentage" | "cited_chat_count" | "total_chat_count" | "retrieval_count" | "citation_count" | "retrieval_rate" | "citation_rate" | "retrieved_percentage_change" | "cited_percentage_change" | "citation_count_change");
/** How to compare. */ operator: ("gt" | "gte" | "lt" | "lte");
/** What to compare with. */ value: number;
})[];
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
/** Order of the rows. */ order_by?: ({
/** First end. */ direction?: ("asc" | "desc");
/** What to sort by. */ field: ("retrieved_percentage" | "retrieved_chat_count" | "cited_percentage" | "cited_chat_count" | "total_chat_count" | "retrieval_count" | "citation_count" | "retrieval_rate" | "citation_rate" | "retrieved_percentage_change" | "cited_percentage_change" | "citation_count_change" | "date" | "week" | "month");
})[];
}; output: {
/** The items of this page, in an order that stays. */ data: (DomainReportRow)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
population: Population;
/** Items there are without paging. */ total_count: number;
} };
  /** Report on how models answer */
  get_model_report: { input: {
/** Prompts that name the own brand; the dashboard excludes them. */ branded?: ("include" | "exclude" | "only");
/** First day, in the project's time zone. */ date_from: string;
/** Last day, included. */ date_to: string;
/** Act before counting; all must hold. */ filters?: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
}; output: {
/** Each model that anything came back from or failed, by name. */ data: (ModelReportRow)[];
population: Population;
} };
  /** Report on search queries */
  get_search_query_report: { input: {
/** Prompts that name the own brand; the dashboard excludes them. */ branded?: ("include" | "exclude" | "only");
/** Adds the days before, and the change. */ compare?: ("previous_period");
/** First day, in the project's time zone. */ date_from: string;
/** Last day, included. */ date_to: string;
/** As in reports; all must hold. */ filters?: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
/** Text in the query. */ search?: string;
/** rise and fall need compare. */ sort?: ("count" | "rise" | "fall");
}; output: {
/** The items of this page, in an order that stays. */ data: (SearchQueryReportRow)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
population: Population;
/** Items there are without paging. */ total_count: number;
} };
  /** Report on URLs */
  get_url_report: { input: {
/** Prompts that name the own brand; the dashboard excludes them. */ branded?: ("include" | "exclude" | "only");
/** Adds the days before, and the change. */ compare?: ("previous_period");
/** Compared with other days than those just before. */ compare_from?: string;
/** Last of these, before date_from. */ compare_to?: string;
/** First day, in the project's time zone. */ date_from: string;
/** Last day, included. */ date_to: string;
/** One row per combination; several tags of a prompt count it in each. */ dimensions?: (("model_id" | "prompt_id" | "topic_id" | "tag_id" | "country_code" | "searched" | "asked" | "date" | "week" | "month"))[];
/** Act before counting; all must hold. */ filters?: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id" | "domain" | "classification" | "url" | "page_type");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
/** Acts on finished rows; shares stay. */ having?: ({
/** A number of the row. */ field: ("retrieved_percentage" | "retrieved_chat_count" | "cited_percentage" | "cited_chat_count" | "total_chat_count" | "retrieval_count" | "citation_count" | "retrieval_rate" | "citation_rate" | "retrieved_percentage_change" | "cited_percentage_change" | "citation_count_change");
/** How to compare. */ operator: ("gt" | "gte" | "lt" | "lte");
/** What to compare with. */ value: number;
})[];
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
/** Order of the rows. */ order_by?: ({
/** First end. */ direction?: ("asc" | "desc");
/** What to sort by. */ field: ("retrieved_percentage" | "retrieved_chat_count" | "cited_percentage" | "cited_chat_count" | "total_chat_count" | "retrieval_count" | "citation_count" | "retrieval_rate" | "citation_rate" | "retrieved_percentage_change" | "cited_percentage_change" | "citation_count_change" | "date" | "week" | "month");
})[];
}; output: {
/** The items of this page, in an order that stays. */ data: (UrlReportRow)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
population: Population;
/** Items there are without paging. */ total_count: number;
} };
  /** Get the week in short */
  get_week: { input: {
/** Prompts that name the own brand; left out unless asked for. */ branded?: ("include" | "exclude" | "only");
/** First of the 7 days; left out, they end with date_to. */ date_from?: string;
/** Last of the 7 days, included; default yesterday. */ date_to?: string;
/** As in reports; all must hold. */ filters?: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
}; output: Week };
  /** List runs */
  list_runs: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (Run)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Ask prompts now */
  run_captures: { input: {
/** True: estimate only, ask nothing. */ dry_run?: boolean;
/** Models to ask, from list_models; all active ones unless given. */ model_ids?: (string)[];
/** Prompts to ask, from list_prompts; all active ones unless given. */ prompt_ids?: (string)[];
/** Answers to each prompt from each model. */ samples?: number;
}; output: {
/** Answers asked for by hand in the 10 minutes before, which this does not count. Where no answer came to a call, it was done if they are in it. */ asked_lately: number;
/** An estimate; null when no price is known. */ estimated_cost_usd: number | null;
/** The same by model. */ models: ({
/** Estimated cost in USD; null when no price is known. */ estimated_cost_usd: number | null;
/** Id of a model. */ model_id: string;
/** Answers to be asked for. */ planned: number;
})[];
/** Answers that will be asked for. */ planned: number;
/** Id of a run. */ run_id: string | null;
} };
  /** Estimate what asking now would cost */
  estimate_captures: { input: {
/** Models to ask, from list_models; all active ones unless given. */ model_ids?: (string)[];
/** Prompts to ask, from list_prompts; all active ones unless given. */ prompt_ids?: (string)[];
/** Answers to each prompt from each model. */ samples?: number;
}; output: {
/** How many of the planned answers the caps are estimated to leave room for. */ affordable: number;
/** An estimate; null when no price is known. */ estimated_cost_usd: number | null;
/** False: the price of some model is not known. */ is_complete: boolean;
/** What the monthly cap leaves; null: no cap. */ left_this_month_usd: number | null;
/** What the daily cap leaves; null: no cap. */ left_today_usd: number | null;
/** The same by model. */ models: ({
/** An estimate; null when its price is not known. */ estimated_cost_usd: number | null;
/** Id of a model. */ model_id: string;
/** Answers that would be asked of it. */ planned: number;
})[];
/** Answers that would be asked for. */ planned: number;
} };
  /** Get a run */
  get_run: { input: {
/** From list_runs. */ run_id: string;
}; output: Run };
  /** Count a run's questions by model */
  get_run_models: { input: {
/** From list_runs. */ run_id: string;
}; output: {
/** The same by model. */ models: ({
/** Of the failed, asked again by hand within a week, and answered or waiting now, or repeats of one of the day that failed. */ asked_again: number;
/** Tasks given up because their prompt or model is asked no more. */ cancelled: number;
/** Tasks whose answer was an earlier one given again: paid for, not counted. */ copied: number;
/** Cost so far, an estimate where the provider tells none. */ cost_usd: number;
/** Tasks that were answered. */ done: number;
/** Tasks that failed for good. */ failed: number;
/** Id of a model. */ model_id: string;
/** Its name. */ name: string;
/** Answers to be asked for. */ planned: number;
/** The same, without those that ask again what failed on the day. */ questions: number;
/** Tasks that wait. */ queued: number;
/** Tasks that are running. */ running: number;
/** Tasks left out because the budget or the plan's captures of the month were used up. */ skipped_budget: number;
/** Tasks handed over to a provider that answers later. */ submitted: number;
})[];
} };
  /** List the questions of a run */
  list_run_tasks: { input: {
/** From list_runs. */ run_id: string;
/** Only of this model. */ model_id?: string;
/** Only of this prompt. */ prompt_id?: string;
/** Only in this state. */ status?: ("queued" | "running" | "submitted" | "done" | "failed" | "skipped_budget" | "cancelled" | "copied");
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: ({
/** Where it failed: how far the same question is that was asked again by hand; failed: it is itself asked again, after one of its day that failed; null: none of that. */ asked_again: ("waiting" | "answered" | "failed" | null) | null;
/** Times it was tried. */ attempts: number;
/** Id of a chat. */ chat_id: string | null;
/** The answer's own number of its day: answers are counted as they come in. */ chat_sample: number | null;
/** What came back where it is done; reports count the answered. */ chat_status: ("answered" | "no_answer" | "refused" | "error" | null) | null;
/** Country, ISO 3166-1 alpha-2. */ country_code: string;
/** When it is asked, or asked again, at the earliest; null: its model is paused until that is mended. */ due_at: string | null;
/** When it ended; null: not yet. */ finished_at: string | null;
/** Id of a model. */ model_id: string;
/** Name of the model. */ model_name: string;
/** Id of a prompt. */ prompt_id: string;
/** The question. */ prompt_text: string;
/** Which of several answers to one prompt and day. */ sample: number;
/** What went wrong last, or why it was not asked. */ says: string | null;
/** How far it is. */ status: ("queued" | "running" | "submitted" | "done" | "failed" | "skipped_budget" | "cancelled" | "copied");
})[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** List search queries */
  list_search_queries: { input: {
/** First day, in the project's time zone. */ date_from?: string;
/** Last day, included. */ date_to?: string;
/** Answers of this model. */ model_id?: string;
/** Answers to this prompt. */ prompt_id?: string;
/** Prompts of this topic. */ topic_id?: string;
/** Prompts with this tag. */ tag_id?: string;
/** Prompts whose text names this brand. */ prompt_brand_id?: string;
/** Prompts of this country. */ country_code?: string;
/** Whether the model searched. */ searched?: ("true" | "false" | "unknown");
/** As search=forced, tool=..., effort=... or country=... */ asked?: string;
/** Answers naming this brand. */ brand_id?: string;
/** Answers not naming it. */ not_brand_id?: string;
/** Answers naming it first. */ first_brand_id?: string;
/** Answers of this status; reports count answered. */ status?: ("answered" | "no_answer" | "refused" | "error");
/** Text in the answer or its prompt, any case. */ search?: string;
/** True: archived prompts' answers too. */ include_archived?: boolean;
/** desc: newest first. */ sort?: ("asc" | "desc");
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (SearchQuery)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** List share links */
  list_share_links: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: ({
/** Prompts that name the own brand; the dashboard excludes them. */ branded: ("include" | "exclude" | "only");
/** When it was made. */ created_at: string;
/** E-mail address of who made it. */ created_by: string | null;
/** First day shown; null: last_days says it. */ date_from: string | null;
/** Last day shown; null: last_days says it. */ date_to: string | null;
/** When it stops working. */ expires_at: string;
/** Filters it is bound to. */ filters: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id" | "domain" | "classification");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
/** Id of a share link. */ id: string;
/** Whether a week shows what to do next, too. */ include_actions: boolean;
/** Whether changes are shown too. */ include_change: boolean;
/** Whether a week shows its competitors, too. */ include_competitors: boolean;
/** Days shown up to the day it is looked at. */ last_days: number | null;
/** When it was last used, to the minute. */ last_used_at: string | null;
/** What it is for. */ name: string;
/** The page it shows. */ page: ("overview" | "brands" | "sources" | "week");
/** When it was revoked, if it was. */ revoked_at: string | null;
/** Whether it works. */ status: ("active" | "expired" | "revoked");
})[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Revoke a share link */
  revoke_share_link: { input: {
/** From list_share_links. */ share_id: string;
} & {

}; output: {
/** Prompts that name the own brand; the dashboard excludes them. */ branded: ("include" | "exclude" | "only");
/** When it was made. */ created_at: string;
/** E-mail address of who made it. */ created_by: string | null;
/** First day shown; null: last_days says it. */ date_from: string | null;
/** Last day shown; null: last_days says it. */ date_to: string | null;
/** When it stops working. */ expires_at: string;
/** Filters it is bound to. */ filters: ({
/** What to filter by. */ field: ("model_id" | "prompt_id" | "topic_id" | "tag_id" | "prompt_brand_id" | "country_code" | "searched" | "asked" | "brand_id" | "not_brand_id" | "first_brand_id" | "domain" | "classification");
/** Keep or leave out. */ operator: ("in" | "not_in");
/** Ids or values. */ values: (string)[];
})[];
/** Id of a share link. */ id: string;
/** Whether a week shows what to do next, too. */ include_actions: boolean;
/** Whether changes are shown too. */ include_change: boolean;
/** Whether a week shows its competitors, too. */ include_competitors: boolean;
/** Days shown up to the day it is looked at. */ last_days: number | null;
/** When it was last used, to the minute. */ last_used_at: string | null;
/** What it is for. */ name: string;
/** The page it shows. */ page: ("overview" | "brands" | "sources" | "week");
/** When it was revoked, if it was. */ revoked_at: string | null;
/** Whether it works. */ status: ("active" | "expired" | "revoked");
} };
  /** List brand suggestions */
  list_brand_suggestions: { input: {
/** Which suggestions to list. */ status?: ("open" | "accepted" | "rejected");
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (BrandSuggestion)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Accept a brand suggestion */
  accept_brand_suggestions: { input: {
/** Other spellings of the brand; for a single suggestion. */ aliases?: ({
/** True to match this case only; if left out, for common words and up to 3 letters. */ case_sensitive?: boolean;
/** Another way the brand is written. */ text: string;
})[];
/** The brand's own domains; for a single suggestion. */ domains?: (string)[];
/** Name to give the brand; for a single suggestion. */ name?: string;
/** One, from list_brand_suggestions; or suggestion_ids. */ suggestion_id?: string;
/** 1 to 100; or suggestion_id. */ suggestion_ids?: (string)[];
}; output: {
/** Suggestions that this call accepted. */ data: ({
/** When it was accepted. */ decided_at: string;
/** Id of a suggestion. */ id: string;
/** The brand that was made of it. */ result_id: string;
/** What it is now. */ status: ("accepted");
})[];
/** Suggestions that this call left as they were, and why. */ skipped: (SkippedSuggestion)[];
} };
  /** Reject a brand suggestion */
  reject_brand_suggestions: { input: {
/** One, from list_brand_suggestions; or suggestion_ids. */ suggestion_id?: string;
/** 1 to 100; or suggestion_id. */ suggestion_ids?: (string)[];
}; output: {
/** Suggestions that this call rejected. */ data: ({
/** When it was rejected. */ decided_at: string;
/** Id of a suggestion. */ id: string;
/** What it is now. */ status: ("rejected");
})[];
/** Suggestions that this call left as they were, and why. */ skipped: (SkippedSuggestion)[];
} };
  /** Take back the rejection of a brand suggestion */
  reopen_brand_suggestions: { input: {
/** One, from list_brand_suggestions; or suggestion_ids. */ suggestion_id?: string;
/** 1 to 100; or suggestion_id. */ suggestion_ids?: (string)[];
}; output: {
/** Suggestions that are open again. */ data: ({
/** Id of a suggestion. */ id: string;
/** What it is now. */ status: ("open");
})[];
/** Suggestions that this call left as they were, and why. */ skipped: (SkippedSuggestion)[];
} };
  /** List prompt suggestions */
  list_prompt_suggestions: { input: {
/** Which suggestions to list. */ status?: ("open" | "accepted" | "rejected");
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (PromptSuggestion)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Accept a prompt suggestion */
  accept_prompt_suggestions: { input: {
/** One, from list_prompt_suggestions; or suggestion_ids. */ suggestion_id?: string;
/** 1 to 100; or suggestion_id. */ suggestion_ids?: (string)[];
/** The question to track instead; for a single suggestion. */ text?: string;
}; output: {
/** Suggestions that this call accepted. */ data: ({
/** When it was accepted. */ decided_at: string;
/** Id of a suggestion. */ id: string;
/** The prompt that was made of it. */ result_id: string;
/** What it is now. */ status: ("accepted");
})[];
/** Suggestions that this call left as they were, and why. */ skipped: (SkippedSuggestion)[];
} };
  /** Reject a prompt suggestion */
  reject_prompt_suggestions: { input: {
/** One, from list_prompt_suggestions; or suggestion_ids. */ suggestion_id?: string;
/** 1 to 100; or suggestion_id. */ suggestion_ids?: (string)[];
}; output: {
/** Suggestions that this call rejected. */ data: ({
/** When it was rejected. */ decided_at: string;
/** Id of a suggestion. */ id: string;
/** What it is now. */ status: ("rejected");
})[];
/** Suggestions that this call left as they were, and why. */ skipped: (SkippedSuggestion)[];
} };
  /** Take back the rejection of a prompt suggestion */
  reopen_prompt_suggestions: { input: {
/** One, from list_prompt_suggestions; or suggestion_ids. */ suggestion_id?: string;
/** 1 to 100; or suggestion_id. */ suggestion_ids?: (string)[];
}; output: {
/** Suggestions that are open again. */ data: ({
/** Id of a suggestion. */ id: string;
/** What it is now. */ status: ("open");
})[];
/** Suggestions that this call left as they were, and why. */ skipped: (SkippedSuggestion)[];
} };
  /** List topic suggestions */
  list_topic_suggestions: { input: {
/** Which suggestions to list. */ status?: ("open" | "accepted" | "rejected");
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (TopicSuggestion)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Accept a topic suggestion */
  accept_topic_suggestions: { input: {
/** Name to give the topic; for a single suggestion. */ name?: string;
/** One, from list_topic_suggestions; or suggestion_ids. */ suggestion_id?: string;
/** 1 to 100; or suggestion_id. */ suggestion_ids?: (string)[];
}; output: {
/** Suggestions that this call accepted. */ data: ({
/** When it was accepted. */ decided_at: string;
/** Id of a suggestion. */ id: string;
/** The topic that was made of it. */ result_id: string;
/** What it is now. */ status: ("accepted");
})[];
/** Suggestions that this call left as they were, and why. */ skipped: (SkippedSuggestion)[];
} };
  /** Reject a topic suggestion */
  reject_topic_suggestions: { input: {
/** One, from list_topic_suggestions; or suggestion_ids. */ suggestion_id?: string;
/** 1 to 100; or suggestion_id. */ suggestion_ids?: (string)[];
}; output: {
/** Suggestions that this call rejected. */ data: ({
/** When it was rejected. */ decided_at: string;
/** Id of a suggestion. */ id: string;
/** What it is now. */ status: ("rejected");
})[];
/** Suggestions that this call left as they were, and why. */ skipped: (SkippedSuggestion)[];
} };
  /** Take back the rejection of a topic suggestion */
  reopen_topic_suggestions: { input: {
/** One, from list_topic_suggestions; or suggestion_ids. */ suggestion_id?: string;
/** 1 to 100; or suggestion_id. */ suggestion_ids?: (string)[];
}; output: {
/** Suggestions that are open again. */ data: ({
/** Id of a suggestion. */ id: string;
/** What it is now. */ status: ("open");
})[];
/** Suggestions that this call left as they were, and why. */ skipped: (SkippedSuggestion)[];
} };
  /** List tags */
  list_tags: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (Tag)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Create a tag */
  create_tag: { input: {
/** Colour of its badge, as #rrggbb. */ color?: string;
/** Name, unique in the project, any case. */ name: string;
}; output: Tag };
  /** Delete a tag */
  delete_tag: { input: {
/** The tag to delete. */ tag_id: string;
}; output: undefined };
  /** Get a tag */
  get_tag: { input: {
/** The tag. */ tag_id: string;
}; output: Tag };
  /** Update a tag */
  update_tag: { input: {
/** The tag to change. */ tag_id: string;
} & {
/** Colour of its badge, as #rrggbb. */ color?: string;
/** Name, unique in the project, any case. */ name?: string;
}; output: Tag };
  /** List the models that are asked */
  list_targets: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (Target)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Add a model to ask */
  create_target: { input: {
/** The provider's key; kept encrypted, never shown again. Null removes it. */ api_key?: string | null;
/** Where the provider is reached, an admin's to set, no key's; null: its usual address. */ base_url?: string | null;
/** Questions asked at once. */ concurrency?: number;
/** Asked a harmless question each night after a day on which the plan asked it nothing. */ has_canary?: boolean;
/** False: it is not asked yet. Its key may come later, and then sets it going. */ is_active?: boolean;
/** Name shown in reports. */ name: string;
/** Further fields of the provider's request body. */ parameters?: Record<string, unknown>;
/** What its answers cost you, instead of the list price; null: the list price. */ price?: {
/** USD for an answer, besides. */ answer: number;
/** USD for a million input tokens. */ input: number;
/** USD for a million output tokens. */ output: number;
/** USD for a search. */ search: number;
} | null;
/** From list_providers. */ provider: string;
/** The model's name as its provider lists it; the provider may serve another version. */ requested_model: string;
/** Null: no limit of ours. */ requests_per_minute?: number | null;
/** Answers to each prompt and day. */ samples_per_day?: number;
}; output: Target };
  /** Change how a model is asked */
  update_target: { input: {
/** From list_targets. */ model_id: string;
} & {
/** The provider's key; kept encrypted, never shown again. Null removes it. */ api_key?: string | null;
/** Where the provider is reached, an admin's to set, no key's; null: its usual address. */ base_url?: string | null;
/** Questions asked at once. */ concurrency?: number;
/** Asked a harmless question each night after a day on which the plan asked it nothing. */ has_canary?: boolean;
/** False: not asked any more; its answers stay. */ is_active?: boolean;
/** Name shown in reports. */ name?: string;
/** Further fields of the provider's request body. */ parameters?: Record<string, unknown>;
/** What its answers cost you, instead of the list price; null: the list price. */ price?: {
/** USD for an answer, besides. */ answer: number;
/** USD for a million input tokens. */ input: number;
/** USD for a million output tokens. */ output: number;
/** USD for a search. */ search: number;
} | null;
/** The model's name as its provider lists it; the provider may serve another version. */ requested_model?: string;
/** Null: no limit of ours. */ requests_per_minute?: number | null;
/** Answers to each prompt and day. */ samples_per_day?: number;
}; output: Target };
  /** Ask a model one question */
  try_target: { input: {
/** From list_targets. */ model_id: string;
} & {
/** The question to ask. */ prompt?: string;
}; output: {
/** What it said; null where it did not answer. */ answer: string | null;
/** Fields its provider refused, so it was asked without them. */ asked_without: (string)[];
/** Whether the cost was reported by the provider, estimated, or is unknown. */ cost_basis: ("reported" | "estimated" | "unknown");
/** What it cost in USD; null: unknown. */ cost_usd: number | null;
/** Whether it answered. */ is_working: boolean;
/** What was wrong, in words. */ message: string;
/** What it took of the question; null where it was not asked. */ probe: {
/** Whether it answered. */ is_working: boolean;
/** Fields its provider refused. */ left_out: (string)[];
/** What became of the country it was to be asked from; null where none was sent. */ location: ("taken" | "refused" | "unsupported" | null) | null;
/** How its answer ended, or why there was none. */ message: string;
/** Whether it took a forced search, was left to choose, or has none; null without an answer. */ search: ("forced" | "chosen" | "off" | null) | null;
/** Whether it searched; null: unknown. */ search_ran: boolean | null;
/** Pages that it read or points to. */ source_count: number | null;
/** When it was tested. */ tested_at: string;
} | null;
/** Whether it was made to search, left to choose, or given no search. */ search_asked: ("forced" | "chosen" | "off" | null) | null;
/** What was searched for, or whether that is known. */ search_queries: (string)[];
/** Whether it searched; null: unknown. */ search_ran: boolean | null;
/** The model that answered, as it says itself; null: unknown. */ served_model: string | null;
/** Pages that it read or points to. */ source_count: number;
} };
  /** List topics */
  list_topics: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (Topic)[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Create a topic */
  create_topic: { input: {
/** Name, unique in the project, any case. */ name: string;
}; output: Topic };
  /** Delete a topic */
  delete_topic: { input: {
/** The topic to delete. */ topic_id: string;
}; output: undefined };
  /** Get a topic */
  get_topic: { input: {
/** The topic. */ topic_id: string;
}; output: Topic };
  /** Update a topic */
  update_topic: { input: {
/** The topic to change. */ topic_id: string;
} & {
/** Name, unique in the project, any case. */ name?: string;
}; output: Topic };
  /** Get usage and limits */
  get_usage: { input: Record<never, never>; output: Usage };
  /** List webhooks */
  list_webhooks: { input: {
/** Most items to return, 1 to 1000. */ limit?: number;
/** Items to skip; raise it by `limit` until a page is shorter than `limit`. */ offset?: number;
}; output: {
/** The items of this page, in an order that stays. */ data: (Webhook)[];
/** What a webhook can be sent. */ events: ({
/** When. */ description: string;
/** What it is called. */ label: string;
/** Its name. */ name: ("run.completed" | "visibility.changed" | "visibility.dropped" | "suggestion.created" | "budget.reached" | "target.failing" | "assistant.health_changed" | "webhook.test");
})[];
/** The limit that was asked for. */ limit: number;
/** The offset that was asked for. */ offset: number;
/** Items there are without paging. */ total_count: number;
} };
  /** Remove a webhook */
  delete_webhook: { input: {
/** From list_webhooks. */ webhook_id: string;
}; output: undefined };
  /** Send a test event */
  try_webhook: { input: {
/** From list_webhooks. */ webhook_id: string;
} & {

}; output: undefined };
};

/** Where each is called. */
export const ROUTES: Record<
  keyof Operations,
  { method: "GET" | "POST" | "PATCH" | "DELETE"; path: string; query: readonly string[] }
> = {
  get_action: { method: "GET", path: "/action", query: ["action_key","date_from","date_to","filters","branded"] },
  list_actions: { method: "GET", path: "/actions", query: ["status","kind","date_from","date_to","filters","branded","limit","offset"] },
  update_action: { method: "PATCH", path: "/actions", query: [] },
  list_brands: { method: "GET", path: "/brands", query: ["limit","offset"] },
  create_brand: { method: "POST", path: "/brands", query: [] },
  preview_brand: { method: "POST", path: "/brands/preview", query: [] },
  delete_brand: { method: "DELETE", path: "/brands/{brand_id}", query: [] },
  get_brand: { method: "GET", path: "/brands/{brand_id}", query: [] },
  update_brand: { method: "PATCH", path: "/brands/{brand_id}", query: [] },
  get_alias_proposals: { method: "GET", path: "/brands/{brand_id}/alias-proposals", query: [] },
  get_budget: { method: "GET", path: "/budget", query: [] },
  set_budget: { method: "PATCH", path: "/budget", query: [] },
  list_chats: { method: "GET", path: "/chats", query: ["date_from","date_to","model_id","prompt_id","topic_id","tag_id","prompt_brand_id","country_code","searched","asked","brand_id","not_brand_id","first_brand_id","status","search","include_archived","sort","limit","offset","tone"] },
  import_chats: { method: "POST", path: "/chats/import", query: ["dry_run"] },
  get_chat: { method: "GET", path: "/chats/{chat_id}", query: [] },
  get_raw_answer: { method: "GET", path: "/chats/{chat_id}/raw", query: [] },
  classify_domain: { method: "PATCH", path: "/domains", query: [] },
  list_unclassified_domains: { method: "GET", path: "/domains/unclassified", query: ["limit","offset"] },
  list_doubtful_mentions: { method: "GET", path: "/doubtful-mentions", query: ["state","limit","offset"] },
  decide_mention: { method: "POST", path: "/doubtful-mentions/decide", query: [] },
  get_judge: { method: "GET", path: "/judge", query: ["model_id","past_days"] },
  set_judge: { method: "PATCH", path: "/judge", query: [] },
  measure_judge: { method: "POST", path: "/judge/measure", query: [] },
  list_models: { method: "GET", path: "/models", query: ["limit","offset"] },
  create_model: { method: "POST", path: "/models", query: [] },
  estimate_answers_needed: { method: "GET", path: "/models/answers-needed", query: ["points"] },
  list_model_changes: { method: "GET", path: "/models/changes", query: ["date_from","date_to","limit","offset"] },
  list_health: { method: "GET", path: "/models/health", query: ["limit","offset"] },
  update_model: { method: "PATCH", path: "/models/{model_id}", query: [] },
  list_opportunities: { method: "GET", path: "/opportunities", query: ["date_from","date_to","model_id","prompt_id","topic_id","tag_id","prompt_brand_id","country_code","searched","asked","brand_id","not_brand_id","first_brand_id","filters","branded","dimension","limit","offset"] },
  list_projects: { method: "GET", path: "/projects", query: ["limit","offset"] },
  get_project: { method: "GET", path: "/projects/{project_id}", query: [] },
  update_project: { method: "PATCH", path: "/projects/{project_id}", query: [] },
  get_retention: { method: "GET", path: "/projects/{project_id}/retention", query: [] },
  set_retention: { method: "PATCH", path: "/projects/{project_id}/retention", query: [] },
  list_prompts: { method: "GET", path: "/prompts", query: ["topic_id","tag_id","status","is_branded","search","limit","offset"] },
  update_prompts: { method: "PATCH", path: "/prompts", query: [] },
  create_prompts: { method: "POST", path: "/prompts", query: [] },
  archive_prompts: { method: "POST", path: "/prompts/archive", query: [] },
  delete_prompts: { method: "POST", path: "/prompts/delete", query: [] },
  import_prompts: { method: "POST", path: "/prompts/import", query: ["dry_run"] },
  list_prompt_imports: { method: "GET", path: "/prompts/imports", query: ["limit","offset"] },
  list_prompt_import_failures: { method: "GET", path: "/prompts/imports/{import_id}/failures", query: ["limit","offset"] },
  unarchive_prompts: { method: "POST", path: "/prompts/unarchive", query: [] },
  delete_prompt: { method: "DELETE", path: "/prompts/{prompt_id}", query: [] },
  get_prompt: { method: "GET", path: "/prompts/{prompt_id}", query: [] },
  update_prompt: { method: "PATCH", path: "/prompts/{prompt_id}", query: [] },
  list_providers: { method: "GET", path: "/providers", query: ["limit","offset"] },
  estimate_answer: { method: "POST", path: "/providers/estimate", query: [] },
  list_provider_models: { method: "POST", path: "/providers/models", query: [] },
  get_brand_report: { method: "POST", path: "/reports/brands", query: [] },
  explain_change: { method: "POST", path: "/reports/changes", query: [] },
  get_comparison_report: { method: "POST", path: "/reports/comparison", query: [] },
  get_domain_report: { method: "POST", path: "/reports/domains", query: [] },
  get_model_report: { method: "POST", path: "/reports/models", query: [] },
  get_search_query_report: { method: "POST", path: "/reports/search-queries", query: [] },
  get_url_report: { method: "POST", path: "/reports/urls", query: [] },
  get_week: { method: "POST", path: "/reports/week", query: [] },
  list_runs: { method: "GET", path: "/runs", query: ["limit","offset"] },
  run_captures: { method: "POST", path: "/runs", query: [] },
  estimate_captures: { method: "POST", path: "/runs/estimate", query: [] },
  get_run: { method: "GET", path: "/runs/{run_id}", query: [] },
  get_run_models: { method: "GET", path: "/runs/{run_id}/models", query: [] },
  list_run_tasks: { method: "GET", path: "/runs/{run_id}/tasks", query: ["model_id","prompt_id","status","limit","offset"] },
  list_search_queries: { method: "GET", path: "/search-queries", query: ["date_from","date_to","model_id","prompt_id","topic_id","tag_id","prompt_brand_id","country_code","searched","asked","brand_id","not_brand_id","first_brand_id","status","search","include_archived","sort","limit","offset"] },
  list_share_links: { method: "GET", path: "/share-links", query: ["limit","offset"] },
  revoke_share_link: { method: "POST", path: "/share-links/{share_id}/revoke", query: [] },
  list_brand_suggestions: { method: "GET", path: "/suggestions/brands", query: ["status","limit","offset"] },
  accept_brand_suggestions: { method: "POST", path: "/suggestions/brands/accept", query: [] },
  reject_brand_suggestions: { method: "POST", path: "/suggestions/brands/reject", query: [] },
  reopen_brand_suggestions: { method: "POST", path: "/suggestions/brands/reopen", query: [] },
  list_prompt_suggestions: { method: "GET", path: "/suggestions/prompts", query: ["status","limit","offset"] },
  accept_prompt_suggestions: { method: "POST", path: "/suggestions/prompts/accept", query: [] },
  reject_prompt_suggestions: { method: "POST", path: "/suggestions/prompts/reject", query: [] },
  reopen_prompt_suggestions: { method: "POST", path: "/suggestions/prompts/reopen", query: [] },
  list_topic_suggestions: { method: "GET", path: "/suggestions/topics", query: ["status","limit","offset"] },
  accept_topic_suggestions: { method: "POST", path: "/suggestions/topics/accept", query: [] },
  reject_topic_suggestions: { method: "POST", path: "/suggestions/topics/reject", query: [] },
  reopen_topic_suggestions: { method: "POST", path: "/suggestions/topics/reopen", query: [] },
  list_tags: { method: "GET", path: "/tags", query: ["limit","offset"] },
  create_tag: { method: "POST", path: "/tags", query: [] },
  delete_tag: { method: "DELETE", path: "/tags/{tag_id}", query: [] },
  get_tag: { method: "GET", path: "/tags/{tag_id}", query: [] },
  update_tag: { method: "PATCH", path: "/tags/{tag_id}", query: [] },
  list_targets: { method: "GET", path: "/targets", query: ["limit","offset"] },
  create_target: { method: "POST", path: "/targets", query: [] },
  update_target: { method: "PATCH", path: "/targets/{model_id}", query: [] },
  try_target: { method: "POST", path: "/targets/{model_id}/try", query: [] },
  list_topics: { method: "GET", path: "/topics", query: ["limit","offset"] },
  create_topic: { method: "POST", path: "/topics", query: [] },
  delete_topic: { method: "DELETE", path: "/topics/{topic_id}", query: [] },
  get_topic: { method: "GET", path: "/topics/{topic_id}", query: [] },
  update_topic: { method: "PATCH", path: "/topics/{topic_id}", query: [] },
  get_usage: { method: "GET", path: "/usage", query: [] },
  list_webhooks: { method: "GET", path: "/webhooks", query: ["limit","offset"] },
  delete_webhook: { method: "DELETE", path: "/webhooks/{webhook_id}", query: [] },
  try_webhook: { method: "POST", path: "/webhooks/{webhook_id}/try", query: [] },
};
