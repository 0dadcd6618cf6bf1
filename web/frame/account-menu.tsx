import { ActionIcon, Kbd, Menu } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import {
  IconKeyboard,
  IconLayoutGrid,
  IconLogout,
  IconMathFunction,
  IconUser,
  IconUserCog,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { Shortcuts } from "./shortcuts.tsx";

/** Who is signed in, and the ways to the account, the other projects, the keys and out. */
export function AccountMenu() {
  const { project_id } = useHere();
  const { data: me } = useAsk("get_me", {});
  const [isOpen, { open, close }] = useDisclosure();
  useHotkeys([["shift + ?", open]]);
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Account">
            <IconUser size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{me?.email}</Menu.Label>
          <Menu.Item
            leftSection={<IconUserCog size={16} />}
            renderRoot={(item) => (
              <Link
                {...item}
                to="/projects/$project_id/settings"
                params={{ project_id }}
                search={{ tab: "account" }}
              />
            )}
          >
            Password and sessions
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLayoutGrid size={16} />}
            renderRoot={(item) => <Link {...item} to="/welcome" />}
          >
            Your projects
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMathFunction size={16} />}
            renderRoot={(item) => (
              <Link {...item} to="/projects/$project_id/method" params={{ project_id }} />
            )}
          >
            What the numbers mean
          </Menu.Item>
          <Menu.Item
            leftSection={<IconKeyboard size={16} />}
            rightSection={<Kbd size="xs">?</Kbd>}
            onClick={open}
          >
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} component="a" href="/logout">
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Shortcuts isOpen={isOpen} onClose={close} />
    </>
  );
}
