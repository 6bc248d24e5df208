//! A worker that does what it likes: it speaks to the server directly.

use async_nats::jetstream::{self, AckKind, consumer};
use async_nats::{Client, ConnectOptions};
use futures_util::StreamExt;
use jobs::Link;
use serde_json::{Value, json};
use std::fs;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::Runtime;

use super::square::{queue, wait_until};

/// A connection of an attacker who knows the messages of the farm.
pub struct Hostile {
    runtime: Runtime,
    client: Client,
    /// What the server did not allow.
    denied: Arc<Mutex<Vec<String>>>,
}

/// A job that it was given.
pub struct Taken {
    /// The batch of the job.
    pub batch: String,
    /// The name of the job.
    pub id: String,
    /// The number to square.
    pub number: u64,
}

impl Hostile {
    /// Somebody with this name, and with the key of the link if it has one.
    pub fn new(link: &Link, name: &str) -> Hostile {
        let runtime = Runtime::new().expect("a runtime");
        let url = link.url.clone().expect("a server");
        let denied = Arc::<Mutex<Vec<String>>>::default();
        let told = Arc::clone(&denied);
        let mut options = ConnectOptions::new()
            .custom_inbox_prefix(format!("_INBOX.{name}"))
            .event_callback(move |event| {
                told.lock().unwrap().push(event.to_string());
                async {}
            });
        if let Some(file) = &link.nkey {
            let text = fs::read_to_string(file).expect("a key");
            let seed = text.lines().find(|line| line.starts_with("SU"));
            options = options.nkey(seed.expect("a seed").to_string());
        }
        let client = runtime.block_on(options.connect(url)).expect("a server");
        Hostile {
            runtime,
            client,
            denied,
        }
    }

    /// Publishes a message; returns whether a stream has stored it.
    pub fn publish(&self, subject: &str, message: impl Into<Vec<u8>>) -> bool {
        self.runtime.block_on(async {
            let jetstream = jetstream::context::ContextBuilder::new()
                .timeout(Duration::from_secs(2))
                .build(self.client.clone());
            let message = message.into().into();
            let sent = jetstream.publish(subject.to_string(), message).await;
            match sent {
                Ok(stored) => stored.await.is_ok(),
                Err(_) => false,
            }
        })
    }

    /// Fails unless the server refuses a message to each subject.
    #[track_caller]
    pub fn may_not_publish(&self, subjects: &[&str]) {
        for subject in subjects {
            self.send(subject);
            wait_until(|| self.was_denied("Publish", subject));
        }
    }

    /// Fails if the server refuses a message to one of the subjects.
    #[track_caller]
    pub fn may_publish(&self, subjects: &[&str]) {
        for subject in subjects {
            self.send(subject);
        }
        // The server answers in order: by now it would have said so.
        self.send("nobody.may.publish.this");
        wait_until(|| self.was_denied("Publish", "nobody.may.publish.this"));
        for subject in subjects {
            assert!(!self.was_denied("Publish", subject), "{subject} is denied");
        }
    }

    /// Fails unless the server refuses to let it hear each subject.
    #[track_caller]
    pub fn may_not_hear(&self, subjects: &[&str]) {
        for subject in subjects {
            let heard = self.client.subscribe(subject.to_string());
            let _heard = self.runtime.block_on(heard).expect("it is sent");
            wait_until(|| self.was_denied("Subscription", subject));
        }
    }

    /// Makes a stream with a limit.
    pub fn make_queue(&self, name: &str, subjects: &str, max_bytes: i64) {
        let config = jetstream::stream::Config {
            name: name.to_string(),
            subjects: vec![subjects.to_string()],
            retention: jetstream::stream::RetentionPolicy::WorkQueue,
            discard: jetstream::stream::DiscardPolicy::New,
            max_bytes,
            ..Default::default()
        };
        self.runtime.block_on(async {
            let jetstream = jetstream::new(self.client.clone());
            let made = jetstream.create_stream(config).await;
            made.expect("it is made");
        });
    }

    /// Sends a request whose reply is to go to a subject of its choice.
    pub fn have_replied(&self, request: &str, reply: &str) {
        let sent =
            self.client
                .publish_with_reply(request.to_string(), reply.to_string(), "".into());
        self.runtime.block_on(sent).expect("it is sent");
    }

    fn send(&self, subject: &str) {
        self.have_replied(subject, &self.client.new_inbox());
    }

    fn was_denied(&self, what: &str, subject: &str) -> bool {
        let denied = self.denied.lock().unwrap();
        let text = format!("{what} to \"{subject}\"").to_lowercase();
        denied
            .iter()
            .any(|said| said.to_lowercase().contains(&text))
    }

    /// The messages that come to a subject while something is done.
    pub fn overhear(&self, subject: &str, meanwhile: impl FnOnce()) -> Vec<(String, Vec<u8>)> {
        self.runtime.block_on(async {
            let heard = self.client.subscribe(subject.to_string()).await;
            let mut heard = heard.expect("a subscription");
            self.client.flush().await.expect("a server");
            tokio::task::block_in_place(meanwhile);
            let mut messages = Vec::new();
            let short = Duration::from_millis(300);
            while let Ok(Some(message)) = tokio::time::timeout(short, heard.next()).await {
                messages.push((message.subject.to_string(), message.payload.to_vec()));
            }
            messages
        })
    }

    /// Takes a job from the queue, if there is one, and acknowledges it without doing it.
    pub fn take(&self) -> Option<Taken> {
        self.runtime.block_on(async {
            let jetstream = jetstream::new(self.client.clone());
            let queue: consumer::PullConsumer = jetstream
                .get_consumer_from_stream(queue().name(), "REVERSI_JOBS")
                .await
                .ok()?;
            let wait = Duration::from_millis(500);
            let asked = queue.batch().max_messages(1).expires(wait);
            let message = asked.messages().await.ok()?.next().await?.ok()?;
            message.ack_with(AckKind::Ack).await.ok()?;
            let mut words = message.subject.rsplit('.');
            let id = words.next()?.to_string();
            let batch = words.next()?.to_string();
            let task: Value = serde_json::from_slice(&message.payload).ok()?;
            let number = task["job"]["number"].as_u64()?;
            Some(Taken { batch, id, number })
        })
    }
}

impl Taken {
    /// The subject of the answer of a worker.
    pub fn subject(&self, worker: &str) -> String {
        format!("reversi.answer.{}.{}.{worker}", self.batch, self.id)
    }
}

/// A reply as a worker writes it.
pub fn reply(worker: &str, answer: u64) -> String {
    json!({"protocol": 2, "kind": "square", "worker": worker, "seconds": 0.1, "answer": answer})
        .to_string()
}

/// A reply that says that a job failed.
pub fn failure(worker: &str) -> String {
    json!({"protocol": 2, "kind": "square", "worker": worker, "seconds": 0.1, "failure": "no"})
        .to_string()
}
