import { Badge, Group, Stack, Text } from "@mantine/core";
import type { OutputOf } from "../../call.ts";
import { Panel } from "../../widgets/panel.tsx";
import { shownAddress, shownHost } from "../../words/shown-address.ts";
import { Dim } from "../../words/text.ts";
import { WebLink } from "../../words/web-link.tsx";

type Extra = OutputOf<"get_chat">["extras"][number];

const KINDS: Record<Extra["kind"], string> = {
  ad: "Ad",
  product: "Product",
  business: "Business",
  entity: "Marked as a brand",
};

/** What the page showed beside the answer. */
export function Extras({
  extras,
  brands,
}: {
  extras: readonly Extra[];
  /** Tracked brands by id. */
  brands: ReadonlyMap<string, { name: string }>;
}) {
  return (
    <Panel title="Shown beside the answer">
      <Dim mb="xs">
        Ads, products and the like that the page showed. They are not the assistant's words and
        count in no number.
      </Dim>
      <Stack gap={6} component="ul" className="bare-list">
        {extras.map(({ kind, title, url, domain, price, brand_id }) => (
          <Group key={`${kind} ${title} ${url}`} component="li" gap={8}>
            <Badge color={kind === "ad" ? "orange" : "gray"}>{KINDS[kind]}</Badge>
            <Text size="sm" component="span">
              {title}
            </Text>
            {price && (
              <Text size="sm" component="span">
                {price}
              </Text>
            )}
            {url && (
              <Text size="sm" component="span">
                <WebLink url={url} className="plain">
                  {domain ? shownHost(domain) : shownAddress(url)}
                </WebLink>
              </Text>
            )}
            {brand_id && <Badge color="blue">{brands.get(brand_id)?.name ?? brand_id}</Badge>}
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
