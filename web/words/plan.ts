/** Whether a plan has the REST API, which keys are for. */
export const hasApi = (plan: string): boolean => !plan.endsWith("/starter");
