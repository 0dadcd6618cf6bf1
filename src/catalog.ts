import { changePassword } from "#domain/accounts/change-password.ts";
import { deleteAccount } from "#domain/accounts/delete-account.ts";
import { endOtherSessions } from "#domain/accounts/end-other-sessions.ts";
import { exportMyData } from "#domain/accounts/export-my-data.ts";
import { forgetBrowser } from "#domain/accounts/forget-browser.ts";
import { getMe } from "#domain/accounts/get-me.ts";
import { inviteMember } from "#domain/accounts/invite-member.ts";
import { listAudit } from "#domain/accounts/list-audit.ts";
import { listBrowsers } from "#domain/accounts/list-browsers.ts";
import { listInvitations } from "#domain/accounts/list-invitations.ts";
import { listMembers } from "#domain/accounts/list-members.ts";
import { listProjectAudit } from "#domain/accounts/list-project-audit.ts";
import { listSessions } from "#domain/accounts/list-sessions.ts";
import { addPasskey } from "#domain/accounts/passkeys/add-passkey.ts";
import { beginPasskey } from "#domain/accounts/passkeys/begin-passkey.ts";
import { listPasskeys } from "#domain/accounts/passkeys/list-passkeys.ts";
import { removePasskey } from "#domain/accounts/passkeys/remove-passkey.ts";
import { removeMember } from "#domain/accounts/remove-member.ts";
import { revokeInvitation } from "#domain/accounts/revoke-invitation.ts";
import { revokeSession } from "#domain/accounts/revoke-session.ts";
import { beginAuthenticator } from "#domain/accounts/second-factor/begin-authenticator.ts";
import { confirmAuthenticator } from "#domain/accounts/second-factor/confirm-authenticator.ts";
import { getSecondFactor } from "#domain/accounts/second-factor/get-second-factor.ts";
import { removeAuthenticator } from "#domain/accounts/second-factor/remove-authenticator.ts";
import { renewRecoveryCodes } from "#domain/accounts/second-factor/renew-recovery-codes.ts";
import { getSignOn } from "#domain/accounts/sign-on/get-sign-on.ts";
import { removeSignOn } from "#domain/accounts/sign-on/remove-sign-on.ts";
import { setSignOn } from "#domain/accounts/sign-on/set-sign-on.ts";
import { updateMember } from "#domain/accounts/update-member.ts";
import { getAction } from "#domain/actions/get-action.ts";
import { getActionEffects } from "#domain/actions/get-action-effects.ts";
import { listActions } from "#domain/actions/list-actions.ts";
import { updateAction } from "#domain/actions/update-action.ts";
import { importChats } from "#domain/answers/ingest/import-chats.ts";
import { browseChats } from "#domain/answers/lists/browse-chats.ts";
import { getAliasProposals } from "#domain/answers/lists/get-alias-proposals.ts";
import { getChat } from "#domain/answers/lists/get-chat.ts";
import { getRawAnswer } from "#domain/answers/lists/get-raw-answer.ts";
import { listAskedValues } from "#domain/answers/lists/list-asked-values.ts";
import { listChats } from "#domain/answers/lists/list-chats.ts";
import { listModelChanges } from "#domain/answers/lists/list-model-changes.ts";
import { listSearchQueries } from "#domain/answers/lists/list-search-queries.ts";
import { previewBrand } from "#domain/answers/lists/preview-brand.ts";
import { classifyDomain } from "#domain/answers/sources/classify-domain.ts";
import { createBrand } from "#domain/brands/create-brand.ts";
import { deleteBrand } from "#domain/brands/delete-brand.ts";
import { getBrand } from "#domain/brands/get-brand.ts";
import { listBrands } from "#domain/brands/list-brands.ts";
import { updateBrand } from "#domain/brands/update-brand.ts";
import { getBudget } from "#domain/capture/budget/get-budget.ts";
import { setBudget } from "#domain/capture/budget/set-budget.ts";
import { listHealth } from "#domain/capture/health/list-health.ts";
import { estimateAnswersNeeded } from "#domain/capture/planning/estimate-answers-needed.ts";
import { estimateCaptures } from "#domain/capture/planning/estimate-captures.ts";
import { runCaptures } from "#domain/capture/planning/run-captures.ts";
import { getRun } from "#domain/capture/runs/get-run.ts";
import { getRunModels } from "#domain/capture/runs/get-run-models.ts";
import { listRunTasks } from "#domain/capture/runs/list-run-tasks.ts";
import { listRuns } from "#domain/capture/runs/list-runs.ts";
import { createModel } from "#domain/capture/targets/create-model.ts";
import { createTarget } from "#domain/capture/targets/create-target.ts";
import { estimateAnswer } from "#domain/capture/targets/estimate-answer.ts";
import { findLocalModels } from "#domain/capture/targets/find-local-models.ts";
import { listProviderModels } from "#domain/capture/targets/list-provider-models.ts";
import { listProviders } from "#domain/capture/targets/list-providers.ts";
import { listTargetsForUser } from "#domain/capture/targets/list-targets.ts";
import { tryTarget } from "#domain/capture/targets/try-target.ts";
import { updateModel } from "#domain/capture/targets/update-model.ts";
import { updateTarget } from "#domain/capture/targets/update-target.ts";
import { createDemo } from "#domain/demo/create-demo.ts";
import { getWeek } from "#domain/digest/get-week.ts";
import { exportAnswers } from "#domain/exports/export-answers.ts";
import { exportCitations } from "#domain/exports/export-citations.ts";
import { exportMentions } from "#domain/exports/export-mentions.ts";
import { exportSearchQueries } from "#domain/exports/export-search-queries.ts";
import { decideMention } from "#domain/judging/decide-mention.ts";
import { getJudge } from "#domain/judging/get-judge.ts";
import { listDoubtfulMentions } from "#domain/judging/list-doubtful-mentions.ts";
import { measureJudge } from "#domain/judging/measure-judge.ts";
import { setJudge } from "#domain/judging/set-judge.ts";
import { createKey } from "#domain/keys/create-key.ts";
import { listKeys } from "#domain/keys/list-keys.ts";
import { revokeKey } from "#domain/keys/revoke-key.ts";
import { rotateKey } from "#domain/keys/rotate-key.ts";
import { createTag } from "#domain/labels/create-tag.ts";
import { createTopic } from "#domain/labels/create-topic.ts";
import { deleteTag } from "#domain/labels/delete-tag.ts";
import { deleteTopic } from "#domain/labels/delete-topic.ts";
import { getTag } from "#domain/labels/get-tag.ts";
import { getTopic } from "#domain/labels/get-topic.ts";
import { listTags } from "#domain/labels/list-tags.ts";
import { listTopics } from "#domain/labels/list-topics.ts";
import { updateTag } from "#domain/labels/update-tag.ts";
import { updateTopic } from "#domain/labels/update-topic.ts";
import { getMailChoice } from "#domain/mailings/get-mail-choice.ts";
import { setMailChoice } from "#domain/mailings/set-mail-choice.ts";
import { listModels } from "#domain/models/list-models.ts";
import { disconnectClient } from "#domain/oauth/disconnect-client.ts";
import { listConnectedClients } from "#domain/oauth/list-connected-clients.ts";
import { completeOnboarding } from "#domain/onboarding/complete-onboarding.ts";
import { previewQuestions } from "#domain/onboarding/preview-questions.ts";
import { startOnboarding } from "#domain/onboarding/start-onboarding.ts";
import { listOpportunities } from "#domain/opportunities/list-opportunities.ts";
import { getProject } from "#domain/projects/get-project.ts";
import { getRetention } from "#domain/projects/get-retention.ts";
import { listProjects } from "#domain/projects/list-projects.ts";
import { setRetention } from "#domain/projects/set-retention.ts";
import { updateProject } from "#domain/projects/update-project.ts";
import { archivePrompts } from "#domain/prompts/archive-prompts.ts";
import { createPrompts } from "#domain/prompts/create-prompts.ts";
import { deletePrompt } from "#domain/prompts/delete-prompt.ts";
import { deletePrompts } from "#domain/prompts/delete-prompts.ts";
import { getPrompt } from "#domain/prompts/get-prompt.ts";
import { importPrompts } from "#domain/prompts/imports/import-prompts.ts";
import { listPromptImportFailures } from "#domain/prompts/imports/list-prompt-import-failures.ts";
import { listPromptImports } from "#domain/prompts/imports/list-prompt-imports.ts";
import { listPrompts } from "#domain/prompts/list-prompts.ts";
import { unarchivePrompts } from "#domain/prompts/unarchive-prompts.ts";
import { updatePrompt } from "#domain/prompts/update-prompt.ts";
import { updatePrompts } from "#domain/prompts/update-prompts.ts";
import { explainChange } from "#domain/reports/explain-change.ts";
import { exportBrandReport } from "#domain/reports/export-brand-report.ts";
import { exportComparisonReport } from "#domain/reports/export-comparison-report.ts";
import { exportDomainReport } from "#domain/reports/export-domain-report.ts";
import { exportUrlReport } from "#domain/reports/export-url-report.ts";
import { getBrandReport } from "#domain/reports/get-brand-report.ts";
import { getComparisonReport } from "#domain/reports/get-comparison-report.ts";
import { getDomainReport } from "#domain/reports/get-domain-report.ts";
import { getExportColumns } from "#domain/reports/get-export-columns.ts";
import { getModelReport } from "#domain/reports/get-model-report.ts";
import { getSearchQueryReport } from "#domain/reports/get-search-query-report.ts";
import { getUrlReport } from "#domain/reports/get-url-report.ts";
import { listUnclassifiedDomains } from "#domain/reports/list-unclassified-domains.ts";
import { createShareLink } from "#domain/shares/create-share-link.ts";
import { getShare } from "#domain/shares/get-share.ts";
import { listShareLinks } from "#domain/shares/list-share-links.ts";
import { revokeShareLink } from "#domain/shares/revoke-share-link.ts";
import { acceptBrandSuggestions } from "#domain/suggestions/accept-brand-suggestions.ts";
import { acceptPromptSuggestions } from "#domain/suggestions/accept-prompt-suggestions.ts";
import { acceptTopicSuggestions } from "#domain/suggestions/accept-topic-suggestions.ts";
import { listBrandSuggestions } from "#domain/suggestions/list-brand-suggestions.ts";
import { listPromptSuggestions } from "#domain/suggestions/list-prompt-suggestions.ts";
import { listTopicSuggestions } from "#domain/suggestions/list-topic-suggestions.ts";
import { rejectBrandSuggestions } from "#domain/suggestions/reject-brand-suggestions.ts";
import { rejectPromptSuggestions } from "#domain/suggestions/reject-prompt-suggestions.ts";
import { rejectTopicSuggestions } from "#domain/suggestions/reject-topic-suggestions.ts";
import { reopenBrandSuggestions } from "#domain/suggestions/reopen-brand-suggestions.ts";
import { reopenPromptSuggestions } from "#domain/suggestions/reopen-prompt-suggestions.ts";
import { reopenSuggestions } from "#domain/suggestions/reopen-suggestions.ts";
import { reopenTopicSuggestions } from "#domain/suggestions/reopen-topic-suggestions.ts";
import { createProject } from "#domain/tenancy/create-project.ts";
import { deleteProject } from "#domain/tenancy/delete-project.ts";
import { getUsage } from "#domain/usage/get-usage.ts";
import { createWebhook } from "#domain/webhooks/create-webhook.ts";
import { deleteWebhook } from "#domain/webhooks/delete-webhook.ts";
import { listWebhooks } from "#domain/webhooks/list-webhooks.ts";
import { tryWebhook } from "#domain/webhooks/try-webhook.ts";
import { updateWebhook } from "#domain/webhooks/update-webhook.ts";

/** Every capability, in the order the documents list them. */
export const catalog = [
  ...([listProjects, getProject, updateProject, createProject, deleteProject] as const),
  ...([getRetention, setRetention] as const),
  ...([
    listBrands,
    getBrand,
    createBrand,
    updateBrand,
    deleteBrand,
    previewBrand,
    getAliasProposals,
  ] as const),
  ...([listPrompts, getPrompt, createPrompts, updatePrompt, updatePrompts] as const),
  ...([deletePrompt, deletePrompts, archivePrompts, unarchivePrompts] as const),
  ...([importPrompts, listPromptImports, listPromptImportFailures] as const),
  ...([listTopics, getTopic, createTopic, updateTopic, deleteTopic] as const),
  ...([listTags, getTag, createTag, updateTag, deleteTag] as const),
  listModels,
  listAskedValues,
  listModelChanges,
  ...([listChats, browseChats, getChat, getRawAnswer, importChats, listSearchQueries] as const),
  ...([
    getBrandReport,
    getDomainReport,
    getUrlReport,
    getSearchQueryReport,
    explainChange,
    getWeek,
    getComparisonReport,
    getModelReport,
  ] as const),
  ...([exportAnswers, exportMentions, exportCitations, exportSearchQueries] as const),
  ...([exportBrandReport, exportDomainReport, exportUrlReport] as const),
  ...([exportComparisonReport, getExportColumns] as const),
  ...([listUnclassifiedDomains, classifyDomain] as const),
  listOpportunities,
  ...([listActions, getActionEffects, getAction, updateAction] as const),
  ...([listBrandSuggestions, acceptBrandSuggestions, rejectBrandSuggestions] as const),
  ...([listPromptSuggestions, acceptPromptSuggestions, rejectPromptSuggestions] as const),
  ...([listTopicSuggestions, acceptTopicSuggestions, rejectTopicSuggestions] as const),
  ...([reopenBrandSuggestions, reopenPromptSuggestions, reopenTopicSuggestions] as const),
  reopenSuggestions,
  ...([
    listRuns,
    getRun,
    runCaptures,
    estimateCaptures,
    estimateAnswersNeeded,
    listHealth,
  ] as const),
  ...([listRunTasks, getRunModels] as const),
  ...([listProviders, listProviderModels, findLocalModels, estimateAnswer] as const),
  ...([listTargetsForUser, createTarget, updateTarget, tryTarget] as const),
  ...([createModel, updateModel] as const),
  ...([
    getBudget,
    setBudget,
    getJudge,
    setJudge,
    measureJudge,
    listDoubtfulMentions,
    decideMention,
  ] as const),
  ...([listWebhooks, createWebhook, updateWebhook, deleteWebhook, tryWebhook] as const),
  ...([listKeys, createKey, rotateKey, revokeKey] as const),
  ...([listShareLinks, createShareLink, revokeShareLink, getShare] as const),
  ...([startOnboarding, previewQuestions, completeOnboarding, createDemo] as const),
  getUsage,
  ...([getMailChoice, setMailChoice] as const),
  ...([getMe, listSessions, revokeSession, changePassword, exportMyData, deleteAccount] as const),
  ...([endOtherSessions, listBrowsers, forgetBrowser] as const),
  ...([getSecondFactor, beginAuthenticator, confirmAuthenticator] as const),
  ...([removeAuthenticator, renewRecoveryCodes] as const),
  ...([listPasskeys, beginPasskey, addPasskey, removePasskey] as const),
  ...([getSignOn, setSignOn, removeSignOn] as const),
  ...([listMembers, updateMember, removeMember] as const),
  ...([listInvitations, inviteMember, revokeInvitation] as const),
  ...([listAudit, listProjectAudit] as const),
  ...([listConnectedClients, disconnectClient] as const),
] as const;
