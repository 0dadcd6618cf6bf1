import type { Page } from "playwright-core";

/** Has a list answer one row at a time, as the longest page has too few for a list of more than 1,000. */
export const answerRowByRow = (page: Page, name: string, isOf = (_asked: Asked) => true) =>
  page.route(`**/call/${name}`, async (route) => {
    const asked: Asked = route.request().postDataJSON();
    if (asked.limit !== 1_000 || !isOf(asked)) return route.continue();
    const answer = await route.fetch();
    const list = await answer.json();
    return route.fulfill({ response: answer, json: { ...list, data: list.data.slice(0, 1) } });
  });

type Asked = { limit?: number; dimensions?: string[] };
