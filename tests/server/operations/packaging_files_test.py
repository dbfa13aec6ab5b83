"""The files in packaging/ that other programs read are read by these programs, and the documents show the same."""

from __future__ import annotations

import json
import os
import re
import shutil
import ssl
import subprocess
import tempfile
import unittest
from pathlib import Path

from certificates import Authority
from service_process import Broker
from tables import account
from wire_client import Caller, Server, wait_for

ROOT = Path(os.environ["ROOT_OF_CROWNSTAR"])
PACKAGING = ROOT / "packaging"
METRIC = re.compile(r"crownstar_[a-z_]+")

# For each alert what a figure does, minute by minute as promtool writes it, so that the alert is up at the end.
TROUBLE = {
    "CrownstarDown": ("up", "1 0x180"),
    "CrownstarStoreRefuses": ("crownstar_store_refusals_total", "0+1x180"),
    "CrownstarStoreDegraded": ("crownstar_store_degraded", "1x180"),
    "CrownstarStoreSlow": ("crownstar_store_waiting", "501x180"),
    "CrownstarSlowReaders": ("crownstar_slow_readers_total", "0+10x180"),
    "CrownstarEnginesBusy": ("crownstar_engine_searches_waiting", "1x180"),
    "CrownstarBrokerLost": ("crownstar_bus_connected", "1 0x180"),
    "CrownstarBusDrops": ("crownstar_bus_dropped_total", "0+1x180"),
    "CrownstarTwoVersions": ("crownstar_bus_not_understood_total", "0+1x180"),
    "CrownstarWorkersDie": ("crownstar_worker_searches_given_again_total", "0+2x180"),
    "CrownstarCertificateExpires": ("crownstar_certificate_expires_seconds", "864000x180"),
    "CrownstarSignInsRefused": ('crownstar_security_events_total{what="sign_in_refused"}', "0+90x180"),
}


class PackagingFiles(unittest.TestCase):
    def run_ok(self, *command: str | Path) -> str:
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run.stdout + run.stderr

    def test_nginx_takes_its_files(self) -> None:
        for path in (PACKAGING / "proxy/nginx.conf", PACKAGING / "containers/proxy.conf"):
            with self.subTest(path.name), tempfile.TemporaryDirectory() as folder:
                certificate, key = Authority(Path(folder), "ours").sign("DNS:play.example")
                text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(certificate), path.read_text(encoding="utf-8"))
                text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(key), text)
                # Names and ports that a test has.
                text = re.sub(r"server node-\d:", "server 127.0.0.1:", text)
                text = text.replace("listen 80;", "listen 127.0.0.1:18080;").replace("listen 443 ", "listen 127.0.0.1:18443 ")
                site = Path(folder) / "site.conf"
                site.write_text(text, encoding="utf-8")
                whole = Path(folder) / "nginx.conf"
                whole.write_text(f"pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; include {site}; }}", encoding="utf-8")
                self.assertIn("syntax is ok", self.run_ok("nginx", "-t", "-p", folder, "-c", whole))

    def test_caddy_takes_its_file(self) -> None:
        file = PACKAGING / "proxy/Caddyfile"
        self.assertIn("127.0.0.1:8417", self.run_ok("caddy", "adapt", "--config", file, "--adapter", "caddyfile"))

    def test_the_documents_show_these_files(self) -> None:
        document = (ROOT / "docs/server.md").read_text(encoding="utf-8")
        nginx = (PACKAGING / "proxy/nginx.conf").read_text(encoding="utf-8")
        location = re.search(r"^    location / \{.*?^    \}", nginx, re.M | re.S)
        assert location
        shown = "\n".join(line.removeprefix("    ") for line in location.group(0).split("\n"))
        self.assertIn(f"```\n{shown}\n```", document)
        caddy = (PACKAGING / "proxy/Caddyfile").read_text(encoding="utf-8")
        site = "".join(line for line in caddy.splitlines(keepends=True) if not line.startswith("#"))
        self.assertIn("```\n" + site.replace("\t", "    ") + "```", document)

    def test_fail2ban_finds_whom_to_ban(self) -> None:
        for form in ("text", "json"):
            with self.subTest(form):
                found = self.found_by_fail2ban(form)
                self.assertRegex(found, r"Failregex: 9 total")
                self.assertEqual(found.count("192.0.2.7  Tue Nov 24 07:00:00 2026"), 4, "the log has UTC, wherever that is")

    def found_by_fail2ban(self, form: str) -> str:
        begin = {"at": "2026-11-24T12:00:00.000Z", "level": "warning"}

        def line(what: str, **fields: str) -> str:
            if form == "json":
                return json.dumps({**begin, "what": what, "address": "192.0.2.7", **fields}, separators=(",", ":"))
            words = {"level": begin["level"], "what": what, "address": "192.0.2.7", **fields}
            return " ".join([begin["at"], *(f"{name}={value}" for name, value in words.items())])

        with (
            Server("--unthrottled", "127.0.0.0/8", "--log-form", form) as server,
            tempfile.TemporaryDirectory() as folder,
        ):
            owner = account(server, "Magnus")
            for _ in range(3):
                Caller(server).post("/api/session", {"name": "Magnus", "password": "not this one"})
            owner.post("/api/tokens", {"name": "mine", "scope": "read", "password": "not this one"})
            Caller(server).post("/api/account/reset", {"code": "a guess", "new_password": "not this one"})
            wait_for(lambda: any("password_reset_refused" in line for line in server.log), "the wrong link is a line")
            wait_for(lambda: sum("sign_in_refused" in line for line in server.log) == 3, "each is a line")
            wait_for(lambda: any("token_refused" in line for line in server.log), "the token is a line")
            self.assertFalse(any("not this one" in line or "long enough" in line for line in server.log))
            log = Path(folder) / "log"
            others = [
                line("sign_in", person="p1").replace("warning", "info"),
                line("second_factor_asked", person="p1").replace("warning", "info"),
                line("sign_in_refused", reason="second_factor_used"),
                line("sign_in_refused", reason="second_factor_wrong"),
                line("second_factor_off_refused", person="p1", reason="second_factor_wrong"),
                line("oauth_refused", person="p1", reason="wrong_credentials"),
                line("oauth_refused", person="p1", reason="state"),
                line("throttled", person="p1", reason="too_many"),
            ]
            log.write_text("\n".join([*server.log, *others]) + "\n", encoding="utf-8")
            return self.run_ok("env", "TZ=EST5", "fail2ban-regex", "--verbose", log, PACKAGING / "fail2ban/crownstar.filter.conf")

    def test_prometheus_takes_its_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name, copy in (("alerts.yml", "crownstar-alerts.yml"), ("prometheus.yml", "prometheus.yml")):
                shutil.copy(PACKAGING / "monitoring" / name, Path(folder) / copy)
            self.assertIn("12 rules found", self.run_ok("promtool", "check", "config", Path(folder) / "prometheus.yml"))

    def test_each_alert_comes_up_and_only_then(self) -> None:
        rules = PACKAGING / "monitoring/alerts.yml"
        pattern = r'alert: (\w+)\n.*\n.*\n *labels: \{severity: (\w+)\}\n *annotations: \{summary: "(.*)"\}'
        alerts = re.findall(pattern, rules.read_text(encoding="utf-8"))
        self.assertEqual([name for name, *_ in alerts], list(TROUBLE))
        calm = {"CrownstarDown": "1x180", "CrownstarBrokerLost": "1x180", "CrownstarCertificateExpires": "99999999x180"}
        tests = []
        for name, severity, summary in alerts:
            figure, values = TROUBLE[name]
            own = 'instance="here",job="crownstar"'
            series = figure.replace("{", "{" + own + ",") if "{" in figure else f"{figure}{{{own}}}"
            shown = summary.replace("{{ $labels.instance }}", "here").replace("{{ $value }}", "501")
            labels = {"severity": severity, **dict(re.findall(r'(\w+)="(\w+)"', series))}
            up = [{"exp_labels": labels, "exp_annotations": {"summary": shown}}]
            for is_up, does in ((True, values), (False, calm.get(name, "0x180"))):
                after = {"eval_time": "2h", "alertname": name, "exp_alerts": up if is_up else []}
                before = {"eval_time": "0s", "alertname": name, "exp_alerts": []}
                tests.append({"interval": "1m", "input_series": [{"series": series, "values": does}], "alert_rule_test": [before, after]})
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "tests.yml"
            file.write_text(json.dumps({"rule_files": [str(rules)], "tests": tests}), encoding="utf-8")
            self.run_ok("promtool", "test", "rules", file)

    def test_prometheus_reads_the_figures(self) -> None:
        with Server() as server:
            account(server, "Figures")
            figures = Caller(server).get("/metrics").body
        run = subprocess.run(["promtool", "check", "metrics"], input=figures, capture_output=True, check=False)
        self.assertEqual((run.returncode, run.stderr.decode()), (0, ""))

    def figures(self) -> dict[str, set[str]]:
        """What a server shows that has whatever has figures: each name with the labels that it comes with."""
        scratch = tempfile.TemporaryDirectory(prefix="crownstar-figures-")
        self.addCleanup(scratch.cleanup)
        broker = Broker()
        self.addCleanup(broker.close)
        authority = Authority(Path(scratch.name), "ours")
        certificate, key = authority.sign("DNS:localhost")
        flags = ("--bus", f"nats://127.0.0.1:{broker.port}", "--tls-certificate", str(certificate), "--tls-key", str(key))
        context = ssl.create_default_context(cafile=authority.certificate)
        with Server(*flags, tls=context, host="localhost") as server:
            account(server, "Magnus")
            self.assertEqual(Caller(server).post("/api/session", {"name": "Magnus", "password": "not this one"}).status, 401)
            text = Caller(server).get("/metrics").body.decode()
        found: dict[str, set[str]] = {"up": {'job="crownstar"'}}  # Prometheus's own, with the job of prometheus.yml
        for name, labels in re.findall(r"^(\w+)(?:\{(.*)\})? \S+$", text, re.M):
            found.setdefault(name, set()).update(re.findall(r'\w+="[^"]*"', labels))
        return found

    def expressions(self) -> dict[str, list[str]]:
        """Of the alerts and of the dashboard, in which every node is shown."""
        alerts = re.findall(r"^ *expr: (.*)$", (PACKAGING / "monitoring/alerts.yml").read_text(encoding="utf-8"), re.M)
        dashboard = json.loads((PACKAGING / "monitoring/dashboard.json").read_text(encoding="utf-8"))
        graphs = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
        return {"alerts": alerts, "dashboard": [each.replace("$instance", ".+") for each in graphs]}

    def test_alerts_and_dashboard_ask_for_what_there_is(self) -> None:
        known, expressions = self.figures(), self.expressions()
        self.assertEqual(len(expressions["alerts"]), len(TROUBLE))
        asked = set()
        for each in (*expressions["alerts"], *expressions["dashboard"]):
            with self.subTest(each):
                selected = re.findall(r"\b(crownstar_\w+|up\b)(?:\{(.*?)\})?", each)
                self.assertTrue(selected)
                for name, chosen in selected:
                    self.assertIn(name, known)
                    self.assertLessEqual(set(re.findall(r'\w+="[^"]*"', chosen)), known[name])
                    asked.add(name)
                    for by in re.findall(r"by \((\w+)\)", each):
                        self.assertIn(by, {label.partition("=")[0] for label in known[name]})
        watched = (ROOT / "docs/operations.md").read_text(encoding="utf-8").partition("## What to watch")[2].partition("\n## ")[0]
        self.assertLessEqual(set(METRIC.findall(watched)), asked, "each has a graph or an alert")

    def test_the_dashboard_asks_in_words_that_prometheus_understands(self) -> None:
        for each in self.expressions()["dashboard"]:
            with self.subTest(each), tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "rules.yml"
                rule = {"record": "shown", "expr": each}
                file.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": [rule]}]}), encoding="utf-8")
                self.run_ok("promtool", "check", "rules", file)


if __name__ == "__main__":
    unittest.main()
